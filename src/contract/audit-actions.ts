/** What the audit log tells of: sign-ins, accounts, administration. */
export const auditActions = [
  'login',
  'loginFailed',
  'register',
  'setup',
  'passwordChanged',
  'tokenMade',
  'userAdded',
  'userChanged',
  'userDeleted',
  'passwordSet',
  'itemDeleted',
  'itemTransferred',
  'itemRecovered',
  'itemRemoved',
  'settingsChanged',
  'loginKeyReset',
] as const
