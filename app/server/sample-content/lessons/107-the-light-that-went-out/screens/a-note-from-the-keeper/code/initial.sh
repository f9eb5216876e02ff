cd logbook
