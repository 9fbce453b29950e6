/**
 * Every expected failure by name, with the code that goes over the wire. The codes are those that existing clients
 * know; several names may share one. Messages: `src/locales/{en,zh}.json`, one per name.
 */
export const errorCodes = {
  badParameter: 10101,
  textTooLong: 10101,
  notLoggedIn: 10102,
  noRight: 10103,
  adminOnly: 10103,
  userNotFound: 10209,
  teamGone: 10103,
  keyWrong: 10306,

  setupDone: 10101,
  setupCodeWrong: 10101,

  captchaWrong: 10206,
  captchaNeeded: 10206,
  loginWrong: 10210,
  tooManyTries: 10204,
  userDisabled: 10107,
  registerClosed: 10101,
  usernameBad: 10101,
  usernameTaken: 10101,
  passwordTooShort: 10101,
  passwordTooLong: 10101,
  passwordCommon: 10101,
  passwordsDiffer: 10101,
  passwordWrong: 10208,
  oldPasswordWrong: 10101,
  passwordWeak: 10101,
  passwordNeeded: 10101,
  loginForced: 10312,
  loginLinkWrong: 10101,
  loginLinkOld: 10101,
  loginLinkUsed: 10101,
  loginLinkAdministrator: 10101,
  oauthOff: 10101,
  oauthNotReady: 10101,
  qrcodeBad: 10101,

  accountNameBad: 10101,
  lastAdministrator: 10101,
  notYourself: 10101,
  userOwnsItems: 10101,
  itemNotDeleted: 10101,
  homeItemUnknown: 10101,
  siteUrlBad: 10101,
  serviceAddressBad: 10101,
  logoutAddressBad: 10101,
  updateOnServer: 10101,

  itemUnknown: 10101,
  itemPasswordNeeded: 10303,
  itemPasswordWrong: 10010,
  itemArchived: 10303,
  itemNameNeeded: 10100,
  privateNeedsPassword: 10101,
  domainBad: 10305,
  domainTaken: 10304,
  itemGroupGone: 10101,
  itemGroupTooMany: 10100,
  notAMember: 10101,

  catalogGone: 10101,
  catalogTooDeep: 10101,
  catalogCycle: 10101,
  catalogTooMany: 10100,

  catalogLocked: 10101,
  itemOnePage: 10101,
  onlyPage: 10101,
  linkGone: 10101,
  recycleGone: 10101,
  recycleCatalogGone: 10101,

  pageGone: 10101,
  pageLocked: 10101,
  pageChanged: 10101,
  pageTooLarge: 10101,
  historyGone: 10101,

  keywordNeeded: 10101,

  fileMissing: 10101,
  fileNameBlocked: 10101,
  fileTypeRefused: 10101,
  fileContentWrong: 10101,
  quotaReached: 10101,
  fileTooLarge: 10101,
  notAnImage: 10101,
  imageTooLarge: 10101,
  fileGone: 10101,

  importNoFile: 10101,
  importNotZip: 10101,
  importDamaged: 10101,
  importEncrypted: 10101,
  importTooManyEntries: 10101,
  importEntryTooLarge: 10101,
  importTooLarge: 10101,
  importRatio: 10101,
  importHostileName: 10101,
  importDuplicateName: 10101,
  importSymlink: 10101,
  importUnsupported: 10101,
  importBadJson: 10101,
  importJsonTooDeep: 10101,
  importJsonTooMany: 10101,
  importEmpty: 10101,
  importTooSlow: 10101,
  importOnePage: 10101,
  importYaml: 10101,
  importUnknownJson: 10101,
  exportTooLarge: 10101,
  exportTooSlow: 10101,
  jobGone: 10101,
  jobNotReady: 10101,

  memberNameNeeded: 10209,
  memberUnknown: 10101,
  memberIsOwner: 10101,
  memberGone: 10101,
  memberCatalogBad: 10101,
  teamMemberUnknown: 10209,
  teamMemberThere: 10101,
  teamReceiverIsOwner: 10101,
  teamOwnerStays: 10101,
  teamItemThere: 10103,
  teamItemGone: 10101,
  templateGone: 10103,
  templateTooLarge: 10101,
  templateTooMany: 10100,
  subscriberMayNotRead: 10101,
  messageGone: 10101,
  announcementEmpty: 10101,

  pageUnnamed: 10101,
  pageTooMany: 10100,
  sqlEmpty: 10101,
  sqlNoTable: 10101,

  badRequest: 10400,
  bodyTooLarge: 10400,
  methodNotAllowed: 10400,
  unknownCall: 10404,
  crossSite: 10102,
  tooManyRequests: 10429,
  diskFull: 10507,
  stopping: 10503,
  internal: 10500,
} as const

/** The name of an expected failure: also the key of its message. */
export type ErrorName = keyof typeof errorCodes

/** Failures of transport, by HTTP status. All other refusals travel with status 200. Source: design 3. */
export const transportStatus: Partial<Record<ErrorName, number>> = {
  badRequest: 400,
  bodyTooLarge: 413,
  methodNotAllowed: 405,
  unknownCall: 404,
  tooManyRequests: 429,
  internal: 500,
  diskFull: 507,
  stopping: 503,
}

/** What a refusal looks like on the wire, beside `error_code`. */
export interface Refusal {
  error_code: number
  error_name: ErrorName
  error_message: string
  /** Names the request in the server's log. */
  request_id: string
}
