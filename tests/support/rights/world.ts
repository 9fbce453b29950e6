import type { TestApp } from '#tests/support/app.ts'

/** The callers: every role that an item may have to do with. */
export const roles = [
  'visitor',
  'stranger',
  'reader',
  'limitedReader',
  'limitedEditor',
  'editor',
  'manager',
  'owner',
  'teamMember',
  'teamAdmin',
  'admin',
] as const

/** One of them. */
export type Role = (typeof roles)[number]

/** The sign-in password of every user. */
export const ownPassword = 'a good password 1'

/** The visit password of the private items. */
export const visitPassword = 'visit me'

/** A person, and what belongs only to them. */
export interface Person {
  uid: number
  username: string
  token: string
  /** The id of another session of theirs. */
  session: string
  group: number
  template: number
  file: number
  message: { message_content_id: number; from_uid: number }
  job: string
}

/** A part of an item: a first-level catalog with its content, or the root. */
export interface Place {
  cat: number
  /** A catalog in it. */
  sub: number
  page: number
  /** A former version of `page`. */
  history: number
  /** What changed in the API on `page`. */
  apiChange: number
  /** The owner's comment on `page`. */
  comment: number
  /** A page that has a public link, and the link. */
  shared: number
  share: string
  /** A page and a catalog that were deleted from it. */
  gone: number
  goneCat: number
  /** A file in the list of `page`. */
  file: number
  sign: string
}

/** What belongs to one owner: an item with everything in it, a team, and further items. */
export interface Side {
  owner: Person
  item: number
  /** Another item of the owner that no team and no member is in, with a catalog. */
  freeItem: number
  freeCat: number
  deletedItem: number
  key: { api_key: string; api_token: string }
  /** The environment for requests of its API pages; it has a secret variable `token`. */
  environment: number
  /** The catalog that some members are limited to. */
  inside: Place
  /** Another first-level catalog. */
  outside: Place
  /** What is in no catalog. */
  root: Place
  /** A user who is a reader of the item and a member of the team, with those memberships. */
  friend: Person
  member: number
  team: number
  teamMember: number
  teamItem: number
  teamItemMember: number
  /** A user who is a member of nothing and owns nothing. */
  spare: Person
}

/** The caller and the target of a call. */
export interface At {
  side: Side
  place: Place
  /** The caller; for a visitor the owner. */
  me: Person
  /** An unused captcha. */
  captcha: string
  announcement: number
  scimToken: number
  /** A number unique to this call, for unused names. */
  nth: number
  app: TestApp
}

/** The state of the item: `private` has a password, `members` has none. */
export type State = 'private' | 'members' | 'open' | 'archived' | 'deleted'

/** What a user owns who is a stranger to the rest of a world. */
export interface Others {
  other: Side
  /** The rows of `other` as `table key`. */
  othersRows: ReadonlySet<string>
}

/** All users and data that one call may touch, exclusive to it. */
export interface World extends Others {
  people: Record<Exclude<Role, 'visitor'>, Person>
  mine: Side
  captcha: string
  announcement: number
  scimToken: number
}

/** Ids that do not exist. */
export const nowhere: Place = {
  cat: 499_999_999_999,
  sub: 499_999_999_998,
  page: 199_999_999_999,
  history: 199_999_999_998,
  apiChange: 199_999_999_993,
  comment: 199_999_999_994,
  shared: 199_999_999_997,
  share: 'f'.repeat(32),
  gone: 199_999_999_996,
  goneCat: 499_999_999_997,
  file: 199_999_999_995,
  sign: 'e'.repeat(32),
}
