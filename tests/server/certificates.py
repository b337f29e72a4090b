"""Certificates for tests, signed by themselves; nothing has to be installed for them."""

from __future__ import annotations

from base64 import encodebytes
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from random import Random

from msgspec import Struct

SMALL = [number for number in range(3, 2_000, 2) if all(number % less for less in range(3, number, 2))]
EXPONENT = 65_537
SEQUENCE, SET, OID, TEXT, OCTETS, BITS = 0x30, 0x31, 0x06, 0x0C, 0x04, 0x03
YES = b"\x01\x01\xff"
NULL = b"\x05\x00"
RSA = bytes.fromhex("2a864886f70d010101")
RSA_SHA256 = bytes.fromhex("2a864886f70d01010b")
NAMED = bytes.fromhex("550403")
ALSO_NAMED = bytes.fromhex("551d11")
AUTHORITY = bytes.fromhex("551d13")
SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")
"""What stands before a digest that is signed."""


class TlsFiles(Struct, frozen=True):
    """The files of a certificate and its key."""

    path: Path
    key: Path


def certificate(folder: Path, name: str, address: str) -> TlsFiles:
    """Write a certificate with a name, for an IP address or the name of a machine."""
    random = Random(name)
    p, q = _prime(random), _prime(random)
    n, d = p * q, pow(EXPONENT, -1, (p - 1) * (q - 1))
    try:
        also = _der(0x87, ip_address(address).packed)
    except ValueError:
        also = _der(0x82, address.encode())
    signed_by = _der(SEQUENCE, _der(OID, RSA_SHA256), NULL)
    named = _der(SEQUENCE, _der(SET, _der(SEQUENCE, _der(OID, NAMED), _der(TEXT, name.encode()))))
    public = _der(SEQUENCE, _number(n), _number(EXPONENT))
    body = _der(
        SEQUENCE,
        _der(0xA0, _number(2)),
        _number(random.getrandbits(60)),
        signed_by,
        named,
        _der(SEQUENCE, _der(0x17, b"200101000000Z"), _der(0x18, b"20990101000000Z")),
        named,
        _der(SEQUENCE, _der(SEQUENCE, _der(OID, RSA), NULL), _der(BITS, b"\0", public)),
        _der(
            0xA3,
            _der(
                SEQUENCE,
                _der(SEQUENCE, _der(OID, AUTHORITY), YES, _der(OCTETS, _der(SEQUENCE, YES))),
                _der(SEQUENCE, _der(OID, ALSO_NAMED), _der(OCTETS, _der(SEQUENCE, also))),
            ),
        ),
    )
    size = n.bit_length() // 8
    digest = SHA256 + sha256(body).digest()
    padded = b"\0\1" + b"\xff" * (size - len(digest) - 3) + b"\0" + digest
    signature = pow(int.from_bytes(padded, "big"), d, n).to_bytes(size, "big")
    whole = _der(SEQUENCE, body, signed_by, _der(BITS, b"\0", signature))
    secret = (0, n, EXPONENT, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))
    return TlsFiles(
        _pem(folder / f"{name}.pem", "CERTIFICATE", whole),
        _pem(folder / f"{name}.key", "RSA PRIVATE KEY", _der(SEQUENCE, *map(_number, secret))),
    )


def _prime(random: Random) -> int:
    """Return a prime of 1024 bits, the two highest of which are set."""
    while True:
        found = random.getrandbits(1024) | 3 << 1022 | 1
        if (
            all(found % small for small in SMALL)
            and found % EXPONENT != 1
            and all(_passes(found, random.randrange(2, found)) for _ in range(8))
        ):
            return found


def _passes(odd: int, base: int) -> bool:
    """Return whether a number looks prime to a base (Miller and Rabin)."""
    twos = (odd - 1 & 1 - odd).bit_length() - 1
    value = pow(base, odd - 1 >> twos, odd)
    if value in (1, odd - 1):
        return True
    return any((value := value * value % odd) == odd - 1 for _ in range(twos - 1))


def _number(number: int) -> bytes:
    return _der(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def _der(tag: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    if len(body) < 0x80:
        return bytes((tag, len(body))) + body
    size = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(size))) + size + body


def _pem(path: Path, what: str, content: bytes) -> Path:
    path.write_text(f"-----BEGIN {what}-----\n{encodebytes(content).decode()}-----END {what}-----\n", "ascii")
    path.chmod(0o600)
    return path
