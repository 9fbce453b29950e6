import type { ErrorName } from '#shared/contract/errors.ts'
import type { contract } from '#shared/contract/index.ts'
import { errorNameOf } from '#src/core/errors.ts'
import { errorText } from '#src/core/i18n.ts'
import { actorOf } from '#src/features/audit/index.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { readStorageStatus, startMove, stopMove } from './service.ts'

/** The endpoints for where uploaded files are. */
export const adminStorage: Handlers<typeof contract.adminStorage> = {
  async status({ app, request }) {
    const { elsewhere, live, last, ...status } = await readStorageStatus(app)
    const name: ErrorName | undefined = last?.error && errorNameOf(last.error.name)
    return {
      ...status,
      elsewhere_files: elsewhere.files,
      elsewhere_bytes: elsewhere.bytes,
      move: {
        // what was running when the server ended is resumed by its start
        state: live ? 'running' : (last?.state ?? 'none'),
        done: live?.done ?? 0,
        total: live?.total ?? 0,
        moved: last?.moved ?? 0,
        end_time: last?.end_time ?? 0,
        error_message: name ? errorText(request.lang, name, last?.error?.values) : '',
        problem_count: last?.problem_count ?? 0,
        problems: last?.problems ?? [],
      },
    }
  },

  async startMove({ app, user, request }) {
    await startMove(app, actorOf(user, request))
    return []
  },

  async stopMove({ app }) {
    await stopMove(app, true)
    return []
  },
}
