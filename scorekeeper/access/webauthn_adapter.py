"""Passkey options and verification, using the `webauthn` package (the extra `passkeys`).

Importing the package takes about a second and 30 MB, so each function imports it at first use. A
server without passkeys never imports it.
"""

from typing import NamedTuple

from scorekeeper.access.passkeys import InvalidPasskey, NewCredential


class RelyingParty(NamedTuple):
    """The host (the RP ID) and the origin of the site for which a passkey is valid."""

    host: str
    origin: str


def registration_options(
    site: RelyingParty, league: int, title: str, challenge: bytes, existing_ids: list[str]
) -> str:
    """Return the JSON options for registering a passkey.

    `existing_ids` are ids of credentials. A phone that holds one of these credentials does not
    create a new one. The new credential is discoverable, so signing in does not require a user
    name.
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
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in existing_ids
            ],
        )
    )


def authentication_options(site: RelyingParty, challenge: bytes) -> str:
    """Return the JSON options for signing in with any passkey of this site."""
    import webauthn

    return webauthn.options_to_json(
        webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge)
    )


def verify_registration(site: RelyingParty, challenge: bytes, answer: str) -> NewCredential:
    """Verify a registration response and return its credential. Raises InvalidPasskey."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    try:
        verified = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except Exception as error:  # three parsers of untrusted bytes raise their own exceptions
        raise InvalidPasskey from error
    credential = bytes_to_base64url(verified.credential_id)
    return NewCredential(credential, verified.credential_public_key, verified.sign_count)


def parse_credential_id(answer: str) -> str:
    """Return the credential id in a sign-in response, not yet verified. Raises InvalidPasskey."""
    from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json

    try:
        return bytes_to_base64url(parse_authentication_credential_json(answer).raw_id)
    except Exception as error:  # as in `verify_registration`
        raise InvalidPasskey from error


def parse_new_credential_id(answer: str) -> str:
    """Return the credential id in a registration response, unverified. Raises InvalidPasskey."""
    from webauthn.helpers import bytes_to_base64url, parse_registration_credential_json

    try:
        return bytes_to_base64url(parse_registration_credential_json(answer).raw_id)
    except Exception as error:  # as in `verify_registration`
        raise InvalidPasskey from error


def verify_authentication(
    site: RelyingParty, challenge: bytes, answer: str, public_key: bytes, sign_count: int
) -> int:
    """Verify a sign-in response and return the new sign count. Raises InvalidPasskey."""
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
    except Exception as error:  # as in `verify_registration`
        raise InvalidPasskey from error
