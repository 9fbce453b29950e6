/** What providers of every type are told, as it is used. */
export interface CommonSettings {
  /** Certificates of an own authority, as PEM; may be empty. */
  ca: string
  timeoutMs: number
  /** Which attributes describe a person; empty for the usual ones of the type. */
  fields: { subject: string; username: string; name: string; email: string }
  isEmailTrusted: boolean
  /** Where people go after they have signed out; empty for the provider's own address. */
  signOutAddress: string
}

/** Returns the common settings of a form. */
export function parseCommonSettings(form: Readonly<Record<string, string>>): CommonSettings {
  const text = (name: string) => form[name]?.trim() ?? ''
  return {
    ca: text('ca'),
    timeoutMs: Number(text('timeout') || '10') * 1000,
    fields: {
      subject: text('subject_field'),
      username: text('username_field'),
      name: text('name_field'),
      email: text('email_field'),
    },
    isEmailTrusted: text('email_trusted') === '1',
    signOutAddress: text('logout_redirect_uri'),
  }
}
