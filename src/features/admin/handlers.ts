import type { z } from 'zod'
import type { adminSetting as settingContract } from '#shared/contract/admin-setting.ts'
import type { contract } from '#shared/contract/index.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import { getItemType } from '#shared/item-types.ts'
import type { User } from '#src/access/caller.ts'
import { maskPassword } from '#src/access/visibility.ts'
import { type Config, getSettingSource, settingNames, shownSetting } from '#src/core/config.ts'
import { fail } from '#src/core/errors.ts'
import { type Actor, actorOf, listLinkUses } from '#src/features/audit/index.ts'
import { countChangesByDay } from '#src/features/change-log/index.ts'
import { syncDirectory } from '#src/features/sign-in/index.ts'
import { resetSecondStep } from '#src/features/two-step/index.ts'
import type { Handlers, RequestInfo } from '#src/http/handlers.ts'
import { deleteItem, hardDeleteItem, restoreItem, transferItem } from './items.ts'
import { type AccountFilter, countAccounts, countItems, type ItemFilter, listAccounts, listItems } from './queries.ts'
import { loadConfig, loginSecretKey, resetLoginSecretKey, saveConfig } from './settings.ts'
import { deleteProvider, listShownProviders, saveProvider, testProvider } from './sign-in-providers.ts'
import { loadLdap, loadSignIn, saveLdap, saveOauth2, syncStatus, testLdap } from './sign-in-settings.ts'
import { siteState } from './site-state.ts'
import { testStorageForm } from './storage-settings.ts'
import { addUser, changeUser, changeUserPassword, deleteUser, signOutUser } from './users.ts'

/** Returns the start settings with the source of each. */
const listStartSettings = (config: Config) =>
  settingNames.map((name) => ({
    name,
    value: [shownSetting(config, name)].flat().join(', '),
    ...getSettingSource(config, name),
  }))

const actor = ({ user, request }: { user: User; request: RequestInfo }): Actor => actorOf(user, request)

const groups = new Map<number | '' | undefined, 1 | 2>([
  [1, 1],
  [2, 2],
])
const groupOf = (sent: number | '' | undefined) => groups.get(sent)

/** The endpoints for the site's accounts. */
export const adminUser: Handlers<typeof contract.adminUser> = {
  async getList({ app, input }) {
    const filter: AccountFilter = { text: input.username?.trim() ?? '', groupid: groupOf(input.groupid) }
    const users = await listAccounts(app.db, filter, input)
    return {
      total: await countAccounts(app.db, filter),
      users: users.map((user) => ({ ...user, has_second_step: Boolean(user.has_second_step) })),
    }
  },

  async addUser(call) {
    const { app, input } = call
    if (input.uid === 0) await addUser(app, actor(call), input)
    else await changeUser(app, actor(call), input.uid, input)
    return []
  },

  async deleteUser(call) {
    await deleteUser(call.app, actor(call), call.input.uid)
    return []
  },

  async changePassword(call) {
    await changeUserPassword(call.app, actor(call), call.input.uid, call.input.new_password)
    return []
  },

  async resetSecondStep(call) {
    const { uid } = call.input
    if (uid === call.user.uid) fail('notYourself')
    await resetSecondStep(call.app, actor(call), uid)
    return []
  },

  async signOut(call) {
    await signOutUser(call.app, actor(call), call.input.uid)
    return []
  },
}

type ItemRow = Awaited<ReturnType<typeof listItems>>[number]

const shownItem = ({ members, team_members, ...item }: ItemRow) => ({
  ...maskPassword(item),
  member_num: (members ?? 0) + (team_members ?? 0),
  page_count: item.page_count ?? 0,
})

const privacies = new Map<number, readonly Visibility[]>([
  [2, ['public']],
  [3, ['members', 'password']],
])

/** The endpoints for the site's items. */
export const adminItem: Handlers<typeof contract.adminItem> = {
  async getList({ app, input }) {
    const filter: ItemFilter = {
      item_name: input.item_name?.trim() ?? '',
      username: input.username?.trim() ?? '',
      item_types: typeof input.item_type === 'number' ? getItemType(input.item_type).numbers : undefined,
      visibilities: input.visibility ? [input.visibility] : privacies.get(Number(input.privacy_type)),
      is_del: input.is_del ? 1 : 0,
    }
    const rows = await listItems(app.db, filter, input)
    return { total: await countItems(app.db, filter), items: rows.map(shownItem) }
  },

  async deleteItem(call) {
    await deleteItem(call.app, actor(call), call.input.item_id)
    return []
  },

  attorn: async (call) => shownItem(await transferItem(call.app, actor(call), call.input.item_id, call.input.username)),

  async recoverItem(call) {
    await restoreItem(call.app, actor(call), call.input.item_id)
    return []
  },

  async hardDeleteItem(call) {
    await hardDeleteItem(call.app, actor(call), call.input.item_id)
    return []
  },
}

type SettingAnswer<A extends 'loadLdapConfig' | 'loadOauth2Config'> = z.input<(typeof settingContract)[A]['output']>

/** The endpoints for the site's settings. */
export const adminSetting: Handlers<typeof contract.adminSetting> = {
  async saveConfig(call) {
    await saveConfig(call.app, actor(call), call.input)
    return []
  },

  loadConfig: ({ app }) => loadConfig(app),

  testStorage: async (call) => ({
    steps: await testStorageForm(call.app, actor(call), call.input.oss_setting, call.request.lang),
  }),

  async saveLdapConfig(call) {
    await saveLdap(call.app, actor(call), call.input)
    return []
  },

  loadLdapConfig: ({ app }) => loadLdap(app),

  testLdap: async (call) => ({ steps: await testLdap(call.app, call.input, actor(call), call.request.lang) }),

  syncLdapUsers: (call) => syncDirectory(call.app, actor(call), { disablesMany: call.input.disable_many === true }),

  syncLdapStatus: ({ app, request }) => syncStatus(app, request.lang),

  async saveOauth2Config(call) {
    await saveOauth2(call.app, actor(call), call.input)
    return []
  },

  async loadOauth2Config({ app }) {
    const { open, form } = await loadSignIn(app, 'oauth2')
    return { oauth2_open: open, oauth2_form: form as SettingAnswer<'loadOauth2Config'>['oauth2_form'] }
  },

  getLoginSecretKey: async ({ app }) => ({ login_secret_key: await loginSecretKey(app) }),

  resetLoginSecretKey: async (call) => ({ login_secret_key: await resetLoginSecretKey(call.app, actor(call)) }),

  async loginKeyUses({ app, input }) {
    const { total, list } = await listLinkUses(app.db, input)
    return { total, list: list.map((line) => ({ ...line, name: line.name ?? undefined })) }
  },
}

/** The endpoints for the services that people sign in with. */
export const adminProvider: Handlers<typeof contract.adminProvider> = {
  list: ({ app, request }) => listShownProviders(app, request),

  save: (call) => saveProvider(call.app, actor(call), call.input),

  async remove(call) {
    await deleteProvider(call.app, actor(call), call.input.provider_id)
    return []
  },

  test: async (call) => ({ steps: await testProvider(call.app, actor(call), call.input, call.request) }),
}

/** The endpoints for the site's state; those of its health are in that feature. */
export const adminSite: Omit<Handlers<typeof contract.adminSite>, 'health' | 'measureBody' | 'measureEvents'> = {
  state: ({ app }) => siteState(app),

  activity: async ({ app, input }) => ({ changes: await countChangesByDay(app.db, input.day_starts) }),

  startSettings: ({ app }) => listStartSettings(app.config),
}
