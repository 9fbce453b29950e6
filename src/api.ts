import type { Contract } from '#shared/contract/index.ts'
import { accountMail } from '#src/features/account-mail/index.ts'
import { adminItem, adminProvider, adminSetting, adminSite, adminUser } from '#src/features/admin/index.ts'
import { ai } from '#src/features/ai/index.ts'
import { apiCall } from '#src/features/api-call/index.ts'
import { apiChange } from '#src/features/api-change/index.ts'
import { apiDocument } from '#src/features/api-document/index.ts'
import { apiHealth } from '#src/features/api-health/index.ts'
import { apiReference } from '#src/features/api-reference/index.ts'
import { apiRun } from '#src/features/api-run/index.ts'
import { addressImport, apiSource, openSource } from '#src/features/api-source/index.ts'
import { attachment } from '#src/features/attachment/index.ts'
import { adminAudit } from '#src/features/audit/index.ts'
import { adminBackup } from '#src/features/backup/index.ts'
import { catalog } from '#src/features/catalog/index.ts'
import { docsSite } from '#src/features/docs-site/index.ts'
import { exports } from '#src/features/export/index.ts'
import { adminHealth } from '#src/features/health/index.ts'
import { help } from '#src/features/help/index.ts'
import { imports } from '#src/features/import/index.ts'
import { invitation } from '#src/features/invitation/index.ts'
import { item } from '#src/features/item/index.ts'
import { itemGroup } from '#src/features/item-group/index.ts'
import { job } from '#src/features/job/index.ts'
import { adminMail } from '#src/features/mail-settings/index.ts'
import { member } from '#src/features/member/index.ts'
import { adminMessage, message } from '#src/features/message/index.ts'
import { mock } from '#src/features/mock/index.ts'
import { notice } from '#src/features/notice/index.ts'
import { fromComments, open } from '#src/features/open-api/index.ts'
import { page } from '#src/features/page/index.ts'
import { pageComment } from '#src/features/page-comment/index.ts'
import { pageFeedback } from '#src/features/page-feedback/index.ts'
import { recycle } from '#src/features/recycle/index.ts'
import { schemaMock } from '#src/features/schema-mock/index.ts'
import { adminScim } from '#src/features/scim/index.ts'
import { scriptCron } from '#src/features/script-cron/index.ts'
import { search } from '#src/features/search/index.ts'
import { adminShowdoc } from '#src/features/showdoc-import/index.ts'
import { ExtLogin, userSignIn } from '#src/features/sign-in/index.ts'
import { common, setup } from '#src/features/site/index.ts'
import { adminStorage } from '#src/features/storage/index.ts'
import { subscription } from '#src/features/subscription/index.ts'
import { team, teamItem, teamItemMember, teamMember } from '#src/features/team/index.ts'
import { template } from '#src/features/template/index.ts'
import { tools } from '#src/features/tools/index.ts'
import { twoStep } from '#src/features/two-step/index.ts'
import { adminUpdate, update } from '#src/features/update/index.ts'
import { user } from '#src/features/user/index.ts'
import { adminWebhook, pushAddress, webhook } from '#src/features/webhook/index.ts'
import type { AllHandlers } from '#src/http/handlers.ts'

/** The handlers of the whole API; a missing one does not compile. */
export const handlers: AllHandlers<Contract> = {
  setup,
  common,
  user: { ...user, ...userSignIn, ...accountMail, ...pushAddress },
  twoStep,
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
  import: { ...imports, ...addressImport },
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
  apiCall: { ...apiCall, ...apiDocument },
  apiRun,
  apiSource,
  apiReference,
  apiChange,
  message,
  adminMessage,
  notice,
  adminUser,
  adminItem,
  adminSite: { ...adminSite, ...adminHealth },
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
}
