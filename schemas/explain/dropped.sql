-- One row: the time up to which compact has dropped what was gone; null where it never ran.
SELECT max(run.settings['dropped_before']) AS dropped_before FROM run WHERE verb = 'compact'
