/**
 * The names in a Markdown archive that bring an item back. `docs/bundle-format.md` describes the files; a change that
 * older readers cannot read raises the version.
 */
export const bundleFormat = {
  name: 'docstead',
  version: 1,
  file: 'docstead.json',
  /** The folder of former versions: JSON lines, in files of some megabytes. */
  historyFolder: '_history',
  /** The folder of comments, in the same form. */
  commentsFolder: '_comments',
} as const

/** What a member may do, by the number that the wire has. */
export const bundleRights = ['view', 'edit', 'manage'] as const
