"""Pages for joining a league and managing its phones, links and passkeys."""
