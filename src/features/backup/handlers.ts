import type { contract } from '#shared/contract/index.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { StartError } from '#src/core/config.ts'
import { fail } from '#src/core/errors.ts'
import { cliText } from '#src/core/i18n.ts'
import { hashSecret, newSecret } from '#src/core/secrets.ts'
import { recordAudit } from '#src/features/audit/index.ts'
import { requireOwnPassword } from '#src/features/user/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { isBackupName } from './format.ts'
import { openPlace } from './open-place.ts'
import { listBackups, type Place, type PlacedBackup } from './place.ts'
import { isShared } from './place-owner.ts'
import { hasTicket, insertTicket } from './queries.ts'
import { isExporting, readExportStatus, startExports } from './scheduled-exports.ts'
import { readBackupStatus, runningPercent, startBackup } from './service.ts'
import { failPlace, loadBackupForm, saveBackupForm } from './settings.ts'
import { listed, listMigrationCopies, placeOfForm } from './site-place.ts'
import { wholeArchive } from './whole-archive.ts'

// A download that broke off goes on with the same ticket.
const ticketSeconds = 3600

/** Returns a backup of the site's place. @throws {AppError} backupGone, backupPlaceBad, backupPlaceData */
async function findBackup(app: App, name: string): Promise<{ place: Place; backup: PlacedBackup }> {
  if (!isBackupName(name)) fail('backupGone')
  const { form } = await readBackupStatus(app)
  const place = await (async () => openPlace(placeOfForm(form, app.config)))().catch(failPlace)
  const backup = (await listBackups(place)).find((one) => one.name === name)
  return backup ? { place, backup } : fail('backupGone')
}

/** The endpoints for the backups of the site. */
export const adminBackup: Handlers<typeof contract.adminBackup> = {
  loadConfig: async ({ app }) => (await loadBackupForm(app)) as never,

  async saveConfig({ app, user, request, input }) {
    await saveBackupForm(app, { uid: user.uid, username: user.username, ip: request.ip }, input)
    return []
  },

  async status({ app, request }) {
    const { form, state, health, next_time } = await readBackupStatus(app)
    const { last_error } = state
    const exports = await readExportStatus(app)
    const { run } = exports
    return {
      health,
      running: runningPercent(app) ?? -1,
      last_time: state.last_time,
      error_message: last_error ? cliText(request.lang, last_error.text, last_error.values) : '',
      good_time: state.good_time,
      next_time: next_time ?? 0,
      schedule: form.schedule as 'daily',
      exports: {
        is_running: isExporting(app),
        last_time: run?.end_time ?? 0,
        next_time: exports.next_time ?? 0,
        files: run?.files ?? 0,
        bytes: run?.bytes ?? 0,
        failed: (run?.failed ?? []).map(({ item_name, error_message }) => ({ item_name, error_message })),
        error_message: run?.error ? cliText(request.lang, run.error.text, run.error.values) : '',
      },
    }
  },

  async getList({ app, request }) {
    const copies = listMigrationCopies(app.config.data).map(({ path, time, bytes }) => ({ path, time, bytes }))
    try {
      const settings = placeOfForm((await readBackupStatus(app)).form, app.config)
      const place = await openPlace(settings, { isQuick: true })
      const list = (await listBackups(place)).map(listed).map(({ counts, ...backup }) => ({
        ...backup,
        pages: counts?.pages ?? -1,
        uploads: counts?.uploads ?? -1,
      }))
      const path = place.name
      const isOther = await isShared(place, app.config.data)
      const place_note = isOther ? cliText(request.lang, 'backupPlaceShared', { path }) : ''
      return { place: path, place_error: '', place_note, list, copies }
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      return {
        place: String(error.values['path']),
        place_error: error.line(request.lang),
        place_note: '',
        list: [],
        copies,
      }
    }
  },

  async start({ app, user, request }) {
    void startBackup(app, { uid: user.uid, username: user.username, ip: request.ip })
    return []
  },

  async startExports({ app, user, request }) {
    void startExports(app, { uid: user.uid, username: user.username, ip: request.ip })
    return []
  },

  async allowDownload({ app, user, request, input }) {
    await requireOwnPassword(app, request.ip, user, input.password)
    await findBackup(app, input.name)
    const ticket = newSecret()
    const expire_time = nowSeconds(app) + ticketSeconds
    await insertTicket(app.db, { ticket_hash: hashSecret(ticket), uid: user.uid, path: input.name, expire_time })
    return { ticket, expire_time }
  },

  async download({ app, user, request, input }) {
    if (!user) fail('notLoggedIn')
    const ticket = { ticket_hash: hashSecret(input.ticket ?? ''), uid: user.uid, path: input.name }
    if (!(await hasTicket(app.db, ticket, nowSeconds(app)))) fail('backupTicketEnded')
    const { place, backup } = await findBackup(app, input.name)
    const whole = await wholeArchive(place, backup).catch(() => undefined)
    if (!whole) return fail('backupGone')
    const by = { uid: user.uid, username: user.username, ip: request.ip }
    await recordAudit(app.db, { ...by, action: 'backupDownloaded', detail: input.name }, nowSeconds(app))
    return {
      type: 'application/x-tar',
      sizeBytes: whole.bytes,
      downloadAs: input.name,
      maxAge: 0,
      read: (range) => whole.read(range),
    }
  },
}
