"""The parts of the auditor of `ledger`."""
