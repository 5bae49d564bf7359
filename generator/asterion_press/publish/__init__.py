"""Publishing: an output folder always holds one complete set of files, described by its ``manifest.json``.

::

    output/                        the parent: the one place beside the folder that is written to
      .asterion.lock               held while a build writes; gone afterwards
      .asterion.stage-1f00ba12/    the new set while it grows; holds the old set for a moment after the swap
      .asterion.old-1f00ba12/      the old set between two renames, only where the system cannot exchange folders
      asterion/                    the published set: old or new, never half

      lock -> recover, clean -> check that it is ours -> write, keep ... -> publish -> delete the old set -> unlock
                                                                             |
             carry the user's own files over -> manifest.json -> fsync -> ONE exchange of the two folders

A build decides with :meth:`OutputFolder.holds` what is still good, and does all of its writing inside
:meth:`OutputFolder.stage`. Whatever fails inside leaves the published set as it was.
"""

from asterion_press.publish.folder import OutputFolder, Stage
from asterion_press.publish.manifest import MANIFEST_NAME, Entry, Manifest, check_name, read_manifest

__all__ = ["MANIFEST_NAME", "Entry", "Manifest", "OutputFolder", "Stage", "check_name", "read_manifest"]
