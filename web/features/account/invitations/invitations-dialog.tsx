import i18next from 'i18next'
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { type QueryAtom, queryAtom, queryValue } from '#web/lib/query.ts'
import { href } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'

/** An invitation as the server lists it. */
interface ListedInvitation {
  invitation_id: string
  username: string
  expire_time: number
  uses_most: number
  use_count: number
  /** The address that it was sent to; empty for a link. */
  email: string
  state: 'open' | 'expired' | 'usedUp' | 'revoked'
}

const lives = ['1', '7', '30', '90'] as const
const numbers = ['1', '5', '20', '100', '500'] as const

const noticesAtom = queryAtom(() => api.notice.get())

/** The addresses of people to invite by mail; nothing while the site sends none. */
function MailField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { t } = useTranslation('invitation')
  const notices = queryValue(useAtomValue(noticesAtom))
  if (!notices?.can_mail) return null
  return (
    <Field label={t('emails')} help={t('emailsHelp')}>
      <Textarea rows={2} value={value} onValue={onValue} placeholder="ann@example.com, li@example.com" />
    </Field>
  )
}

/** Makes invitations by link, and lists and withdraws those there are. */
export function InvitationsDialog<I extends ListedInvitation>(props: {
  title: string
  note: string
  invitations: QueryAtom<I[]>
  /** What the invitation gives, in a word or two: a role, a team. */
  describe: (invitation: I) => ReactNode
  /** Makes an invitation. @returns its link, below the address of the site */
  make: (term: { days: number; uses: number }) => Promise<string>
  /** Sends an invitation to each address. @returns how many */
  send: (term: { days: number; emails: string }) => Promise<number>
  revoke: (invitation: I) => Promise<unknown>
  onClose: () => void
  /** What the next invitation gives: fields before its term. */
  children: ReactNode
}) {
  const { title, note, invitations, describe, make, send, revoke, onClose, children } = props
  const { t } = useTranslation('invitation')
  const [result, run] = useAtom(invitations)
  const [days, setDays] = useState<(typeof lives)[number]>('7')
  const [uses, setUses] = useState<(typeof numbers)[number]>('1')
  const [emails, setEmails] = useState('')
  const isByMail = emails.trim() !== ''
  const [busy, setBusy] = useState(false)
  const [link, setLink] = useState('')
  const [failure, setFailure] = useState<LocalizedText>()
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      if (isByMail) {
        const count = await send({ days: Number(days), emails })
        setEmails('')
        setLink('')
        toast.ok(localized(() => i18next.t('invitation:sent', { count })))
      } else {
        const path = await make({ days: Number(days), uses: Number(uses) })
        setLink(new URL(href(path), window.location.origin).href)
      }
      void run()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const withdraw = async (invitation: I) => {
    try {
      await revoke(invitation)
      toast.ok(localized(() => i18next.t('invitation:revoked')))
    } catch (error) {
      toast.error(errorText(error))
    }
    void run()
  }
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      title={title}
      note={note}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(isByMail ? 'send' : 'make')}
          </Button>
        </>
      }
    >
      <div style={{ display: 'grid', gap: 'var(--space-4)' }}>
        {link && <CopyField label={t('link')} value={link} help={t('linkHelp')} />}
        {children}
        <Field label={t('days')}>
          <Select
            options={lives.map((value) => ({ value, label: t('dayCount', { count: Number(value) }) }))}
            value={days}
            onValue={setDays}
          />
        </Field>
        <MailField value={emails} onValue={setEmails} />
        {!isByMail && (
          <Field label={t('uses')}>
            <Select
              options={numbers.map((value) => ({ value, label: t('useCount', { count: Number(value) }) }))}
              value={uses}
              onValue={setUses}
            />
          </Field>
        )}
        {failure && <Banner tone="danger">{failure.text}</Banner>}
        <QueryBoundary
          result={result}
          onRetry={() => void run('again')}
          failed={t('listFailed')}
          waiting={<SkeletonText lines={3} />}
        >
          {(list) =>
            list.length > 0 && (
              <Table
                caption={t('list')}
                rows={list}
                keyOf={(one) => one.invitation_id}
                columns={[
                  {
                    id: 'what',
                    header: t('column.what'),
                    cell: (one) => (
                      <>
                        {describe(one)}
                        {one.email && <div>{one.email}</div>}
                      </>
                    ),
                  },
                  { id: 'by', header: t('column.by'), cell: (one) => <bdi>{one.username}</bdi> },
                  {
                    id: 'used',
                    header: t('column.used'),
                    cell: (one) => `${one.use_count} / ${one.uses_most}`,
                  },
                  {
                    id: 'state',
                    header: t('column.state'),
                    cell: (one) => (
                      <span title={exactTime(one.expire_time)}>
                        {one.state === 'open' ? (
                          t('ends', { time: relativeTime(one.expire_time) })
                        ) : (
                          <Badge>{t(`state.${one.state}`)}</Badge>
                        )}
                      </span>
                    ),
                  },
                  {
                    id: 'revoke',
                    header: '',
                    cell: (one) =>
                      one.state === 'open' && (
                        <Button size="s" onClick={() => void withdraw(one)}>
                          {t('revoke')}
                        </Button>
                      ),
                  },
                ]}
              />
            )
          }
        </QueryBoundary>
      </div>
    </Dialog>
  )
}
