-- What derive copies from the settings, which are those of now at every moment.
SELECT every.*
FROM /* every */ path_convention AS every
