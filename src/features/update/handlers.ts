import type { contract } from '#shared/contract/index.ts'
import type { User } from '#src/access/caller.ts'
import { fail } from '#src/core/errors.ts'
import { readSchemaNumber, schemaNumber } from '#src/db/engine.ts'
import type { Handlers, RequestInfo } from '#src/http/handlers.ts'
import type { UpdateActor } from './install.ts'
import { compareVersions } from './manifest.ts'
import { checkForUpdate, download, install, readState, receive } from './service.ts'

const actorOf = ({ user, request }: { user: User; request: RequestInfo }): UpdateActor => ({
  uid: user.uid,
  username: user.username,
  ip: request.ip,
})

/** The endpoints for newer versions of the program. */
export const adminUpdate: Handlers<typeof contract.adminUpdate> = {
  async checkUpdate({ app }) {
    const { version } = app.installation
    if (app.config.update_url === '') return { version, new_version: version }
    const manifest = await checkForUpdate(app)
    const isNewer = compareVersions(manifest.version, version) > 0
    return { version, new_version: isNewer ? manifest.version : version, url: app.config.update_url }
  },

  state: ({ app, request }) => readState(app, request.lang),

  async download(call) {
    await download(call.app, actorOf(call))
    return []
  },

  async upload(call) {
    await receive(call.app, actorOf(call), (call.file ?? fail('badParameter', { field: 'file' })).path)
    return []
  },

  async updateFiles(call) {
    await install(call.app, actorOf(call))
    return []
  },
}

/** The endpoints for the database after an update. */
export const update: Handlers<typeof contract.update> = {
  async checkDb({ app }) {
    const schema = await readSchemaNumber(app.db)
    return { schema, known: schemaNumber, is_current: schema === schemaNumber }
  },
}
