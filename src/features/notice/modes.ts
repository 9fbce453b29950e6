import { defaultModes, type NoticeKind, type NoticeMode, noticeKinds, noticeModes } from '#shared/notices.ts'
import type { App } from '#src/core/app.ts'
import type { Lang } from '#src/core/i18n.ts'
import type { Db } from '#src/db/database.ts'
import { findSetting, settingNames } from './queries.ts'

/** When a person is informed of each kind of notice. */
type Modes = Record<NoticeKind, NoticeMode>

/** Returns the stored choices of a person; the default for what they have not chosen. */
export function parseModes(stored: string | null): Modes {
  let chosen: Record<string, unknown> = {}
  try {
    const parsed: unknown = JSON.parse(stored || '{}')
    if (typeof parsed === 'object' && parsed !== null) chosen = parsed as Record<string, unknown>
  } catch {
    // as if they had not chosen
  }
  return Object.fromEntries(
    noticeKinds.map((kind) => [kind, noticeModes.find((mode) => mode === chosen[kind]) ?? defaultModes[kind]]),
  ) as Modes
}

/** Returns when a person is informed of each kind. */
export const readModes = async (db: Db, uid: number): Promise<Modes> =>
  parseModes(await findSetting(db, uid, settingNames.modes))

/** Returns the language of a person's mail: the one they have chosen, otherwise that of the site. */
export async function readMailLang({ config }: Pick<App, 'config'>, db: Db, uid: number): Promise<Lang> {
  const lang = await findSetting(db, uid, settingNames.lang)
  return lang === 'en' || lang === 'zh' ? lang : config.language
}

/**
 * Whether mail may be sent to an account: only to an address that the person has proved to be theirs, or that comes
 * from the directory of their organisation.
 */
export const isReachable = (person: {
  email: string
  email_verify: number
  is_sso: number
  is_disabled: number
}): boolean => person.email !== '' && person.is_disabled === 0 && (person.email_verify === 1 || person.is_sso === 1)
