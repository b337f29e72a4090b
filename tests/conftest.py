"""What holds for every test: examples are drawn the same each time, and no machine is too slow."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

SLOW = (HealthCheck.too_slow,)
settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("new", deadline=None, suppress_health_check=SLOW, print_blob=True)
settings.load_profile("same")
