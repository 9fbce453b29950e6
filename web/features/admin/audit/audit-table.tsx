import { useTranslation } from '#web/lib/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Table } from '#web/ui/table.tsx'
import { MomentText } from '../moment-text.tsx'
import { PersonText } from '../person-text.tsx'
import { type AuditEntry, parseAuditAction } from './atoms.ts'

const worth = new Map<string, 'warn' | 'danger'>([
  ['loginFailed', 'warn'],
  ['userDeleted', 'danger'],
  ['itemDeleted', 'danger'],
  ['itemRemoved', 'danger'],
])

/** Returns a function that gives the label of an action; its raw name when another version of the program wrote it. */
export function useActionLabel(): (action: string) => string {
  const { t } = useTranslation('admin')
  return (action) => {
    const known = parseAuditAction(action)
    return known ? t(`audit.action.${known}`) : action
  }
}

/** Table of audit log entries. */
export function AuditTable({ lines }: { lines: readonly AuditEntry[] }) {
  const { t } = useTranslation('admin')
  const wordOf = useActionLabel()
  return (
    <Table
      caption={t('section.audit')}
      rows={lines}
      keyOf={(line) => line.id}
      columns={[
        { id: 'time', header: t('audit.time'), cell: ({ addtime }) => <MomentText relative at={Number(addtime)} /> },
        {
          id: 'who',
          header: t('audit.who'),
          cell: ({ username, name }) =>
            username === '' ? t('audit.unknown') : <PersonText name={name} username={username} />,
        },
        {
          id: 'what',
          header: t('audit.what'),
          cell: ({ action }) => {
            const tone = worth.get(action)
            return tone ? <Badge tone={tone}>{wordOf(action)}</Badge> : wordOf(action)
          },
        },
        { id: 'object', header: t('audit.object'), cell: ({ detail }) => <bdi>{detail}</bdi> },
        { id: 'ip', header: t('audit.ip'), cell: ({ ip }) => <bdi>{ip}</bdi> },
      ]}
    />
  )
}
