ls logbook
