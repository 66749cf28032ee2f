"""Access to a league: devices, invitations, codes, passkeys and public links."""
