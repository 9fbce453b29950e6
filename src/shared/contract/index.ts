import { accountMail } from './account-mail.ts'
import { adminItem, adminSite, adminUser } from './admin.ts'
import { adminMail } from './admin-mail.ts'
import { adminScim } from './admin-scim.ts'
import { adminSetting } from './admin-setting.ts'
import { ai } from './ai.ts'
import { apiCall } from './api-call.ts'
import { apiChange } from './api-change.ts'
import { apiHealth } from './api-health.ts'
import { apiReference } from './api-reference.ts'
import { apiRun } from './api-run.ts'
import { apiSource, openSource } from './api-source.ts'
import { attachment } from './attachment.ts'
import { adminAudit } from './audit.ts'
import { adminBackup } from './backup.ts'
import { catalog } from './catalog.ts'
import { common } from './common.ts'
import { docsSite } from './docs-site.ts'
import type { Controller } from './endpoint.ts'
import { exports } from './export.ts'
import { ExtLogin } from './ext-login.ts'
import { help } from './help.ts'
import { imports, job } from './import.ts'
import { invitation } from './invitation.ts'
import { item } from './item.ts'
import { itemGroup } from './item-group.ts'
import { member } from './member.ts'
import { adminMessage, message } from './message.ts'
import { mock, schemaMock } from './mock.ts'
import { notice } from './notice.ts'
import { fromComments, open } from './open.ts'
import { page } from './page.ts'
import { pageComment } from './page-comment.ts'
import { pageFeedback } from './page-feedback.ts'
import { recycle } from './recycle.ts'
import { scriptCron } from './script-cron.ts'
import { search } from './search.ts'
import { setup } from './setup.ts'
import { adminShowdoc } from './showdoc.ts'
import { adminProvider } from './sign-in-provider.ts'
import { adminStorage } from './storage.ts'
import { subscription } from './subscription.ts'
import { team, teamItem, teamItemMember, teamMember } from './team.ts'
import { template } from './template.ts'
import { tools } from './tools.ts'
import { twoStep } from './two-step.ts'
import { adminUpdate, update } from './update.ts'
import { user } from './user.ts'
import { adminWebhook, pushAddress, webhook } from './webhook.ts'

/** The whole API: every controller by the name in its address. */
export const contract = {
  setup,
  common,
  user: { ...user, ...accountMail, ...pushAddress },
  twoStep,
  // The oldest name of writing a page by key, which most scripts use.
  item: { ...item, updateByApi: open.updatePage },
  itemGroup,
  docsSite,
  catalog,
  page,
  pageComment,
  pageFeedback,
  search,
  recycle,
  ScriptCron: scriptCron,
  attachment,
  import: imports,
  export: exports,
  job,
  member,
  invitation,
  team,
  teamMember,
  teamItem,
  teamItemMember,
  template,
  subscription,
  mock,
  schemaMock,
  apiHealth,
  ai,
  apiCall,
  apiRun,
  apiSource,
  apiReference,
  apiChange,
  message,
  adminMessage,
  notice,
  adminUser,
  adminItem,
  adminSite,
  adminSetting,
  adminScim,
  adminProvider,
  adminMail,
  webhook,
  adminWebhook,
  adminBackup,
  adminStorage,
  adminAudit,
  adminShowdoc,
  adminUpdate,
  update,
  ExtLogin,
  open: { ...open, ...openSource },
  FromComments: fromComments,
  tools,
  help,
} satisfies Record<string, Controller>

/** The type of the API, for typed clients. */
export type Contract = typeof contract
