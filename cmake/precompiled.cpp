// Nothing but what the precompiled header holds.
