mkdir evidence
cp logbook/2025/*.txt evidence
ls evidence
