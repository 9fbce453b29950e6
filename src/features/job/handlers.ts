import type { ErrorName } from '#shared/contract/errors.ts'
import type { contract } from '#shared/contract/index.ts'
import { errorText } from '#src/core/i18n.ts'
import type { Handlers } from '#src/http/handlers.ts'
import type { JobRow } from './queries.ts'
import { cancelJob, listOwnJobs, parseJobInput } from './service.ts'

type State = 'checked' | 'running' | 'done' | 'failed' | 'cancelled'

/** Returns what the wire has of the result of a job: its file, and its notes. */
function resultOf(row: JobRow) {
  const { file, notes = [], note_count = 0 } = row.state === 'done' ? parseJobInput(row) : {}
  return {
    file_name: file?.name ?? '',
    file_bytes: file?.bytes ?? 0,
    format: file?.format ?? '',
    notes,
    note_count,
  }
}

/** Implements the calls for the caller's jobs. */
export const job: Handlers<typeof contract.job> = {
  async list({ app, user, request }) {
    const jobs = await listOwnJobs(app, user)
    return jobs.map((row) => ({
      ...row,
      ...resultOf(row),
      // A CHECK constraint of the table limits the values to these.
      state: row.state as State,
      error_message:
        row.error_name === '' ? '' : errorText(request.lang, row.error_name as ErrorName, parseJobInput(row).values),
    }))
  },

  cancel: async ({ app, user, input }) => ({ success: await cancelJob(app, user, input.job_id) }),
}
