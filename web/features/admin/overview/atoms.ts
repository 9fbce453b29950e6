import { api } from '#web/lib/api.ts'
import { queryAtom } from '#web/lib/query.ts'
import { lastDays } from './days.ts'

const one = { page: 1, count: 1 } // only the totals are needed

async function readCounts() {
  const [users, administrators, items, deleted, files, unused, site] = await Promise.all([
    api.adminUser.getList(one),
    api.adminUser.getList({ ...one, groupid: '1' }),
    api.adminItem.getList(one),
    api.adminItem.getList({ ...one, is_del: true }),
    api.attachment.getAllList(one),
    api.attachment.getUnusedList(one),
    api.adminSite.state(),
  ])
  return {
    users: users.total,
    administrators: administrators.total,
    items: items.total,
    deleted: deleted.total,
    files: files.total,
    used: files.used,
    unused: unused.total,
    site,
  }
}

/** The counts that the overview shows. */
export type Counts = Awaited<ReturnType<typeof readCounts>>

/** The current counts of the site. */
export const countsAtom = queryAtom(readCounts)

async function readState() {
  const [versions, database, info, config, ldap, oauth2] = await Promise.all([
    api.adminUpdate.state(),
    api.update.checkDb(),
    api.common.homePageSetting(),
    api.adminSetting.loadConfig(),
    api.adminSetting.loadLdapConfig(),
    api.adminSetting.loadOauth2Config(),
  ])
  return { versions, database, info, config, ldap_open: ldap.ldap_open, oauth2_open: oauth2.oauth2_open }
}

/** The program and its settings, as the checks need them. */
export type SiteState = Awaited<ReturnType<typeof readState>>

/** The current state of the site. */
export const stateAtom = queryAtom(readState)

/** The number of changes on each of the last days. */
export const activityAtom = queryAtom(async () => {
  const days = lastDays()
  const { changes } = await api.adminSite.activity({ day_starts: days.map((day) => day.getTime() / 1000) })
  return days.map((day, at) => ({ day, count: changes[at] ?? 0 }))
})
