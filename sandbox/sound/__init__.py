"""What a run sounds like: from its states and located events to voices, and from voices to samples; no window, no Qt.

    blows     what a blow is heard as: damped modes of the pair of materials, by the energy lost
    rubbing   what rolling, slip and a coin's rim are heard as: noise along the way, a tone at the rate of the contact
    listener  hears a run, instant by instant
    choir     at most sixteen voices at once, the loudest
    score     all that is heard in a stretch of a run
    track     the samples of a score: 48 kHz, two channels, limited
    digits    sines, decays and noise of sums and products alone

The same states give the same samples, bit by bit, on every machine: whatever a library of mathematics computes (the
pitch of a mode, how long it rings) is rounded to sixteen binary digits before a sample is made of it, and samples are
made of whole numbers, sums and products alone. Where the states differ in their last digits, so may a sample.
"""
