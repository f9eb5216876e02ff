mkdir evidence
