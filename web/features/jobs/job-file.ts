import { downloadCall } from '#web/lib/download-call.ts'
import type { Job } from './jobs.ts'

/** Downloads the file that a job has made. */
export const downloadJobFile = ({ job_id, file_name }: Pick<Job, 'job_id' | 'file_name'>): void =>
  downloadCall('export/download', { job_id }, file_name)
