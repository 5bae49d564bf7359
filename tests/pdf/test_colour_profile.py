"""The profile of sRGB: Little CMS, which knows nothing of us, finds no colour that it shows otherwise than its own."""

from __future__ import annotations

import io

from PIL import Image, ImageCms

from asterion_press.pdf.document import PROFILE_NAME, srgb_profile


def test_colours_are_those_of_little_cms_own_srgb() -> None:
    ours = ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile()))
    theirs = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    colours = bytes(value for i in range(4096) for value in (i * 7 % 256, i * 13 % 256, i * 29 % 256))
    image = Image.frombytes("RGB", (64, 64), colours)
    seen = ImageCms.profileToProfile(image, ours, theirs, renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC)
    assert seen is not None
    assert max(abs(a - b) for a, b in zip(seen.tobytes(), colours, strict=True)) == 0


def test_it_says_what_it_is_and_that_nobody_owns_it() -> None:
    profile = ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile())).profile
    assert profile.profile_description == PROFILE_NAME
    assert "No copyright" in (profile.copyright or "")
    assert profile.version == 4.2
    assert (profile.device_class, profile.xcolor_space, profile.connection_space) == ("mntr", "RGB ", "XYZ ")


def test_the_three_primaries_together_are_white() -> None:
    profile = ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile())).profile
    colorants = (profile.red_colorant, profile.green_colorant, profile.blue_colorant)
    assert all(colorant is not None for colorant in colorants)
    for axis, white in enumerate((0.9642, 1.0, 0.8249)):
        assert abs(sum(colorant[0][axis] for colorant in colorants if colorant) - white) < 0.0001
