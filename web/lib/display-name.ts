/** Returns a person's display name: the name, or the username if there is none. */
export const displayName = ({ name, username }: { name: string | undefined; username: string }): string =>
  name || username

/** Returns a person's name with the username, for account management, where two people may share a name. */
export const fullName = ({ name, username }: { name?: string | undefined; username: string }): string =>
  name && name !== username ? `${name} (${username})` : username

/** Returns the name of the owner of an item or team. */
export const getOwnerName = (item: { owner_name: string; username: string }): string =>
  displayName({ name: item.owner_name, username: item.username })

/** Returns the name of the person who saved a page or a version of it. */
export const getAuthorName = (saved: { author_name?: string | undefined; author_username: string }): string =>
  displayName({ name: saved.author_name, username: saved.author_username })

/** Returns the name of the person who deleted something; empty if unknown. */
export const getDeleterName = (deleted: { del_by_name?: string | undefined; del_by_username: string }): string =>
  displayName({ name: deleted.del_by_name, username: deleted.del_by_username })
