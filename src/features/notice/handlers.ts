import type { contract } from '#shared/contract/index.ts'
import { noticeKinds } from '#shared/notices.ts'
import { transact } from '#src/db/database.ts'
import { canMail } from '#src/features/mail/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { isReachable, readMailLang, readModes } from './modes.ts'
import { listRecipients, settingNames, upsertSetting } from './queries.ts'
import { unsubscribe } from './unsubscribe.ts'

/** Implements the calls for what a person is informed of by mail. */
export const notice: Handlers<typeof contract.notice> = {
  async get({ app, user }) {
    const [person] = await listRecipients(app.db, [user.uid])
    return {
      ...(await readModes(app.db, user.uid)),
      lang: await readMailLang(app, app.db, user.uid),
      email: person?.email ?? '',
      is_reachable: person !== undefined && isReachable(person),
      can_mail: await canMail(app, app.db),
    }
  },

  async save({ app, user, input }) {
    const { lang, ...sent } = input
    await transact(app.db, async (tx) => {
      const modes = await readModes(tx, user.uid)
      for (const kind of noticeKinds) modes[kind] = sent[kind] ?? modes[kind]
      await upsertSetting(tx, user.uid, settingNames.modes, JSON.stringify(modes))
      if (lang) await upsertSetting(tx, user.uid, settingNames.lang, lang)
    })
    return []
  },

  async unsubscribe({ app, input }) {
    await unsubscribe(app, input)
    return []
  },
}
