"""Decoders that many threads ask for at once."""

from __future__ import annotations

import subprocess
import sys

ROUNDS = 150
THREADS = 4

# A program of its own, because what this guards against ends the whole process.
RACE = """
import sys, threading, msgspec
from cartable.server.decoders import decoder
sys.setswitchinterval(1e-6)
for number in range(ROUNDS):
    inner = msgspec.defstruct(f"Inner{number}", [(name, int | str | None) for name in "abcdefgh"])
    outer = msgspec.defstruct(f"Outer{number}", [(name, inner | int | None) for name in "abcdefgh"])
    line = msgspec.json.encode(outer(*[inner(*range(8))] * 8))
    gate, read = threading.Barrier(THREADS), []
    def go():
        gate.wait()
        read.append(decoder(outer).decode(line))
    threads = [threading.Thread(target=go) for _ in range(THREADS)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert len(read) == THREADS and all(one == read[0] for one in read)
print("read")
"""


def test_threads_that_meet_a_struct_for_the_first_time_together_all_read_it() -> None:
    script = f"ROUNDS, THREADS = {ROUNDS}, {THREADS}\n{RACE}"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "read\n"), told.stderr
