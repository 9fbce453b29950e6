import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { boot } from '#web/lib/boot.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryAtom, useQueryState } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Table } from '#web/ui/table.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../forms/forms.module.css'
import { QueryBoundary } from '../query-boundary.tsx'
import { MomentText } from '../table-cells.tsx'

const statusAtom = queryAtom(() => api.adminScim.status())
const callsAtom = queryAtom(() => api.adminScim.calls({}))

type Status = Awaited<ReturnType<typeof api.adminScim.status>>
type Token = Status['tokens'][number]
type Call = Awaited<ReturnType<typeof api.adminScim.calls>>[number]

/** Makes a token, and shows it once. */
function NewToken({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation('admin')
  const [name, setName] = useState('')
  const [made, setMade] = useState<{ name: string; token: string }>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const make = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const { token } = await api.adminScim.addToken({ name })
      setMade({ name, token })
      setName('')
      onMade()
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.fields} onSubmit={(event) => void make(event)}>
      <Field label={t('scim.tokenName')} help={t('scim.tokenNameHelp')} {...(error && { error: error.text })}>
        <TextInput value={name} onValue={setName} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" busy={busy} disabled={name.trim() === ''}>
          {t('scim.addToken')}
        </Button>
        <div role="status">
          {made && (
            <div className={`${styles.set} ${styles.result}`}>
              <Banner tone="warn">{t('scim.once', { name: made.name })}</Banner>
              <CopyField secret label={t('scim.token')} value={made.token} />
            </div>
          )}
        </div>
      </div>
    </form>
  )
}

/** The tokens that there are. */
function Tokens({ tokens, onChange }: { tokens: readonly Token[]; onChange: () => void }) {
  const { t } = useTranslation('admin')
  const takeOver = async ({ id }: Token) => {
    try {
      await api.adminScim.confirmToken({ id: String(id) })
      onChange()
      toast.ok(localized(() => i18next.t('admin:scim.takenOver')))
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const [ending, setEnding] = useState<Token>()
  if (tokens.length === 0) return <p className={styles.help}>{t('scim.noTokens')}</p>
  return (
    <>
      <Table
        caption={t('scim.tokens')}
        rows={tokens}
        keyOf={({ id }) => String(id)}
        columns={[
          {
            id: 'name',
            header: t('scim.tokenName'),
            cell: ({ name, is_held, from_start }) => (
              <>
                <bdi>{name}</bdi>
                {is_held && (
                  <>
                    {' '}
                    <Badge tone="danger">{t('scim.held')}</Badge>
                    <p className={styles.help}>{t('scim.heldText')}</p>
                  </>
                )}
                {from_start !== '' && <p className={styles.help}>{t('scim.fromStart', { from: from_start })}</p>}
              </>
            ),
          },
          {
            id: 'made',
            header: t('scim.made'),
            cell: ({ addtime, username }) => (
              <>
                <MomentText at={addtime} /> {username}
              </>
            ),
            isExtra: true,
          },
          {
            id: 'used',
            header: t('scim.used'),
            cell: ({ last_use_time }) => <MomentText relative at={last_use_time} none={t('scim.never')} />,
            isShort: true,
          },
          {
            id: 'end',
            header: t('scim.action'),
            cell: (token) =>
              token.from_start === '' && (
                <>
                  {token.is_held && (
                    <Button
                      size="s"
                      aria-label={`${t('scim.takeOver')}: ${token.name}`}
                      onClick={() => void takeOver(token)}
                    >
                      {t('scim.takeOver')}
                    </Button>
                  )}{' '}
                  <Button size="s" aria-label={`${t('scim.revoke')}: ${token.name}`} onClick={() => setEnding(token)}>
                    {t('scim.revoke')}
                  </Button>
                </>
              ),
          },
        ]}
      />
      <ConfirmDialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={t('scim.revokeTitle', { name: ending?.name ?? '' })}
        action={t('scim.revoke')}
        errorText={getErrorMessage}
        onConfirm={async () => {
          await api.adminScim.removeToken({ id: String(ending?.id ?? '') })
          setEnding(undefined)
          onChange()
          toast.ok(localized(() => i18next.t('admin:scim.revoked')))
        }}
      >
        {t('scim.revokeText')}
      </ConfirmDialog>
    </>
  )
}

/** The last requests that changed something or failed. */
function Calls({ calls, onReload }: { calls: readonly Call[]; onReload: () => void }) {
  const { t } = useTranslation('admin')
  const [onlyFailed, setOnlyFailed] = useState(false)
  const shown = onlyFailed ? calls.filter((call) => call.error_message !== '') : calls
  return (
    <div className={styles.group}>
      <div className={styles.tools}>
        <Checkbox label={t('scim.onlyFailed')} checked={onlyFailed} onChecked={setOnlyFailed} />
        <Button size="s" onClick={onReload}>
          {t('scim.reload')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={styles.help}>{t(onlyFailed ? 'scim.noneFailed' : 'scim.noCalls')}</p>
      ) : (
        <Table
          caption={t('scim.calls')}
          rows={shown}
          keyOf={({ id }) => String(id)}
          columns={[
            {
              id: 'call',
              header: t('scim.call'),
              cell: ({ method, path, error_message }) => (
                <>
                  <bdi>
                    {method} {path}
                  </bdi>
                  {error_message !== '' && <p className={styles.help}>{error_message}</p>}
                </>
              ),
            },
            {
              id: 'status',
              header: t('scim.status'),
              cell: ({ status, error_message }) => (
                <Badge tone={error_message === '' ? 'ok' : 'danger'}>{String(status)}</Badge>
              ),
              isShort: true,
            },
            { id: 'token', header: t('scim.tokenName'), cell: ({ token_name, ip }) => token_name || ip, isExtra: true },
            { id: 'time', header: t('scim.time'), cell: ({ addtime }) => exactTime(addtime), isShort: true },
          ]}
        />
      )}
    </div>
  )
}

/** The address and the tokens for systems that create and end accounts by SCIM, and what they sent last. */
export function ScimPanel() {
  const { t } = useTranslation('admin')
  const status = useQueryState(statusAtom)
  const calls = useQueryState(callsAtom)
  const reload = () => {
    void status.run()
    void calls.run()
  }
  return (
    <div className={styles.groups}>
      <section className={styles.group}>
        <div className={styles.heading}>
          <h2>{t('scim.title')}</h2>
          <p>{t('scim.text')}</p>
        </div>
        <div className={styles.fields}>
          <CopyField
            label={t('scim.address')}
            value={`${window.location.origin}${boot.base}/scim/v2`}
            help={t('scim.addressHelp')}
          />
        </div>
      </section>
      <section className={styles.group}>
        <div className={styles.heading}>
          <h2>{t('scim.tokens')}</h2>
          <p>{t('scim.tokensNote')}</p>
        </div>
        <NewToken onMade={reload} />
        <QueryBoundary query={status}>
          {({ tokens, users, groups }) => (
            <div className={styles.group}>
              <Tokens tokens={tokens} onChange={reload} />
              {(users > 0 || groups > 0) && <p className={styles.help}>{t('scim.decided', { users, groups })}</p>}
            </div>
          )}
        </QueryBoundary>
      </section>
      <section className={styles.group}>
        <div className={styles.heading}>
          <h2>{t('scim.calls')}</h2>
          <p>{t('scim.callsNote')}</p>
        </div>
        <QueryBoundary query={calls}>{(list) => <Calls calls={list} onReload={reload} />}</QueryBoundary>
      </section>
    </div>
  )
}
