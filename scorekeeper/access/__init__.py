"""Which phones belong to a league: devices, invitations, codes, passkeys, public links."""
