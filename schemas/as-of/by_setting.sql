-- All rows at every moment: the table copies settings, of which no earlier state is kept.
SELECT every.*
FROM /* every */ path_convention AS every
