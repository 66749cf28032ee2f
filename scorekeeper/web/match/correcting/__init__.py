"""The pages that correct an earlier deal, and the drafts of corrections."""
