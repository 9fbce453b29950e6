import type { Kysely } from 'kysely'
import { up as init } from './0001-init.ts'
import { up as search } from './0002-search.ts'
import { up as archiveTime } from './0003-archive-time.ts'
import { up as teamRole } from './0004-team-role.ts'
import { up as apiCall } from './0005-api-call.ts'
import { up as consoleSizes } from './0006-console-sizes.ts'
import { up as catalogDeleter } from './0007-catalog-deleter.ts'
import { up as apiPageTerms } from './0008-api-page-terms.ts'
import { up as formerPath } from './0009-former-path.ts'
import { up as auditGuard } from './0010-audit-guard.ts'
import { up as backupRun } from './0011-backup-run.ts'
import { up as showdocImport } from './0012-showdoc-import.ts'
import { up as pageImport } from './0013-page-import.ts'
import { up as apiSource } from './0014-api-source.ts'
import { up as providerName } from './0015-provider-name.ts'
import { up as secondStep } from './0016-second-step.ts'
import { up as outbox } from './0017-outbox.ts'
import { up as signInProviders } from './0018-sign-in-providers.ts'
import { up as fileStore } from './0019-file-store.ts'
import { up as scim } from './0020-scim.ts'
import { up as invitation } from './0021-invitation.ts'
import { up as usedAssertions } from './0022-saml.ts'
import { up as syncSources } from './0023-api-source.ts'
import { up as apiChange } from './0024-api-change.ts'
import { up as apiHealth } from './0025-api-health.ts'
import { up as apiRun } from './0026-api-run.ts'
import { up as invitationsByMail } from './0027-invitations-by-mail.ts'
import { up as docsSite } from './0028-docs-site.ts'
import { up as startSettings } from './0029-start-settings.ts'
import { up as apiChangeJoined } from './0030-api-change-joined.ts'
import { up as apiCookies } from './0031-api-cookies.ts'

/**
 * All migrations in order; the schema's number is how many of them have run. Released ones are never edited. They are
 * SQLite's own: another engine has a list of its own with the same tables (docs/decisions/0031-second-engine.md).
 */
export const migrations: readonly ((db: Kysely<unknown>) => Promise<void>)[] = [
  init,
  search,
  archiveTime,
  teamRole,
  apiCall,
  consoleSizes,
  catalogDeleter,
  apiPageTerms,
  formerPath,
  auditGuard,
  backupRun,
  showdocImport,
  pageImport,
  apiSource,
  providerName,
  secondStep,
  outbox,
  signInProviders,
  fileStore,
  scim,
  invitation,
  usedAssertions,
  syncSources,
  apiChange,
  apiHealth,
  apiRun,
  invitationsByMail,
  docsSite,
  startSettings,
  apiChangeJoined,
  apiCookies,
]
