"""How a passkey is asked and its answer judged, by the package `webauthn` (the extra `passkeys`).

The package and what it brings take a second and 30 MB to read, so each function imports it: a
server whose phones keep their cookies never does.
"""

from typing import NamedTuple

from scorekeeper.access.passkeys import InvalidPasskey, NewCredential


class RelyingParty(NamedTuple):
    """Where a passkey is good: the name of this server, and the whole of where pages come from."""

    host: str
    origin: str


def registration_options(
    site: RelyingParty, league: int, title: str, challenge: bytes, have: list[str]
) -> str:
    """The question of a phone for a new passkey, as JSON; a phone with one of those it `have`s
    makes none. It is found later without saying who asks.
    """
    import webauthn
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    return webauthn.options_to_json(
        webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Scorekeeper",
            user_id=f"scorekeeper-{league}".encode(),
            user_name=title,
            user_display_name=title,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in have
            ],
        )
    )


def authentication_options(site: RelyingParty, challenge: bytes) -> str:
    """The question for any passkey of this site, as JSON."""
    import webauthn

    return webauthn.options_to_json(
        webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge)
    )


def verify_registration(site: RelyingParty, challenge: bytes, answer: str) -> NewCredential:
    """The new passkey of this answer. Raises NoPasskey."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    try:
        found = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except Exception as error:  # a stranger's bytes, and three parsers with errors of their own
        raise InvalidPasskey from error
    credential = bytes_to_base64url(found.credential_id)
    return NewCredential(credential, found.credential_public_key, found.sign_count)


def parse_credential_id(answer: str) -> str:
    """Which passkey says that it answered. Raises NoPasskey."""
    from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json

    try:
        return bytes_to_base64url(parse_authentication_credential_json(answer).raw_id)
    except Exception as error:  # as above
        raise InvalidPasskey from error


def verify_authentication(
    site: RelyingParty, challenge: bytes, answer: str, public_key: bytes, sign_count: int
) -> int:
    """How often it was used, now that it has signed this. Raises NoPasskey."""
    import webauthn

    try:
        return webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
        ).new_sign_count
    except Exception as error:  # as above
        raise InvalidPasskey from error
