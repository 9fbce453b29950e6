import { stat, statfs } from 'node:fs/promises'
import type { App } from '#src/core/app.ts'
import { pathsIn } from '#src/core/data-folder.ts'
import { versionCommit, versionText } from '#src/core/version.ts'
import { readBackupStatus } from '#src/features/backup/index.ts'
import { countToIndex } from '#src/features/search/index.ts'
import { countJobs, sumFiles } from './queries.ts'

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0

/** Returns the numbers of a site for a monitoring system: sizes in bytes, times in Unix seconds. */
export async function siteGauges(app: App) {
  const { database } = pathsIn(app.config.data)
  const [disk, main, log, files, jobs, waiting, backups] = await Promise.all([
    statfs(app.config.data),
    sizeOf(database),
    sizeOf(`${database}-wal`),
    sumFiles(app.db),
    countJobs(app.db),
    countToIndex(app.db),
    readBackupStatus(app),
  ])
  const lag = app.following?.lagSeconds()
  const followers = app.followers()
  const states = ['running', 'failed']
  const { outcome, time } = app.databaseCheck
  return [
    {
      name: 'docstead_build_info',
      help: 'The version of the program; always 1.',
      value: 1,
      labels: { version: versionText, commit: versionCommit, platform: `${process.platform}-${process.arch}` },
    },
    { name: 'docstead_database_bytes', help: 'Size of the database, bytes.', value: main },
    { name: 'docstead_wal_bytes', help: 'Size of its write-ahead log, bytes.', value: log },
    { name: 'docstead_uploads_bytes', help: 'Size of all uploaded files, bytes.', value: files.bytes },
    { name: 'docstead_uploads', help: 'Number of uploaded files.', value: files.count },
    {
      name: 'docstead_disk_free_bytes',
      help: 'Free space for the data folder, bytes.',
      value: disk.bavail * disk.bsize,
    },
    ...states.map((state) => ({
      name: 'docstead_jobs',
      help: 'Imports and other jobs of the last days by state.',
      value: jobs.get(state) ?? 0,
      labels: { state },
    })),
    { name: 'docstead_search_waiting_pages', help: 'Pages waiting to be indexed.', value: waiting },
    {
      name: 'docstead_last_backup_timestamp_seconds',
      help: 'The moment that the last good backup shows, Unix seconds; 0 for never.',
      value: backups.state.good_time,
    },
    {
      name: 'docstead_backups_healthy',
      help: '0 when the last backup failed, or the last good one is older than the schedule allows.',
      value: backups.health === 'failed' || backups.health === 'late' ? 0 : 1,
    },
    {
      name: 'docstead_database_intact',
      help: 'Whether the last check found the database intact; 0 while it is not known.',
      value: outcome === 'intact' ? 1 : 0,
    },
    {
      name: 'docstead_database_checked_timestamp_seconds',
      help: 'When that check ended, Unix seconds.',
      value: outcome === 'running' ? 0 : time,
    },
    {
      name: 'docstead_followers',
      help: 'Machines that keep a copy of this site at the moment.',
      value: followers.length,
    },
    ...followers.map(({ name, lag_seconds }) => ({
      name: 'docstead_follower_lag_seconds',
      help: 'How old the moment is that a follower has, seconds.',
      value: Math.round(lag_seconds * 10) / 10,
      labels: { follower: name },
    })),
    ...(lag === undefined
      ? []
      : [
          {
            name: 'docstead_follow_lag_seconds',
            help: 'How old the moment is that this copy shows, seconds.',
            value: Math.round(lag * 10) / 10,
          },
        ]),
  ]
}
