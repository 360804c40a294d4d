#!/usr/bin/env python3
"""Small worlds of components with known changes, and the least cost of any plan for them, by an integer program.

Usage: optimum.py > pipeline/src/test/resources/layering/optimum.txt     needs ortools

A line a world: layers; updates; least cost; components, each as BYTES:UPDATES, updates as bits. A group costs its bytes
times the number of updates in which any of its components changed. So a plan is a choice of at most as many sets of
updates as layers; each component goes to a set that contains its own.
"""
import random

from ortools.sat.python import cp_model


def least(components, layers, updates):
    model = cp_model.CpModel()
    chosen = [model.new_bool_var('') for _ in range(2 ** updates)]
    model.add(sum(chosen) <= layers)
    costs = []
    for size, own in components:
        goes = {one: model.new_bool_var('') for one in range(2 ** updates) if one & own == own}
        model.add_exactly_one(goes.values())
        for one, variable in goes.items():
            model.add_implication(variable, chosen[one])
            costs.append(size * one.bit_count() * variable)
    model.minimize(sum(costs))
    solver = cp_model.CpSolver()
    solver.parameters.random_seed = 1
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise SystemExit('not solved')
    return round(solver.objective_value)


def main():
    draw = random.Random(71)
    for world in range(60):
        layers, updates = draw.randint(2, 8), draw.randint(3, 6)
        components = []
        for _ in range(draw.randint(8, 30)):
            rate = draw.random() ** 2
            own = sum((draw.random() < rate) << update for update in range(updates))
            components.append((round(10 ** draw.uniform(1, 5)), own))
        text = ' '.join(f'{size}:{own}' for size, own in components)
        print(f'{layers};{updates};{least(components, layers, updates)};{text}')


if __name__ == '__main__':
    main()
