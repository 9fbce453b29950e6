/** What a person is called everywhere: by their name, by their username where they have none. */
export const displayName = ({ name, username }: { name: string | undefined; username: string }): string =>
  name || username

/** What a person is called where accounts are looked after: with the username, which may be wanted to tell two apart. */
export const fullName = ({ name, username }: { name?: string | undefined; username: string }): string =>
  name && name !== username ? `${name} (${username})` : username

/** Whom an item or a team belongs to. */
export const getOwnerName = (item: { owner_name: string; username: string }): string =>
  displayName({ name: item.owner_name, username: item.username })

/** Who saved a page or a version of it. */
export const getAuthorName = (saved: { author_name?: string | undefined; author_username: string }): string =>
  displayName({ name: saved.author_name, username: saved.author_username })

/** Who deleted something; empty where it is not known. */
export const getDeleterName = (deleted: { del_by_name?: string | undefined; del_by_username: string }): string =>
  displayName({ name: deleted.del_by_name, username: deleted.del_by_username })
