import i18next from 'i18next'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { ApiError } from '#shared/contract/client.ts'
import { itemPath } from '#web/features/item/my-items/index.tsx'
import { buildTree, catalogsAbove, listPages } from '#web/features/item/tree/index.ts'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useFetch } from '#web/lib/query.ts'
import { href } from '#web/lib/route.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import { checkImage, imageTypes, uploadOptions } from '#web/lib/upload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field, useFieldProps } from '#web/ui/field.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './docs-site.module.css'
import { changesOf, type DocsForm, type DocsSettings, fieldOf, formOf } from './form.ts'
import { LinkFields } from './link-fields.tsx'
import { ownColor, SitePreview } from './site-preview.tsx'
import { heading, remark, sections, stack } from './stack.ts'
import { Versions } from './versions.tsx'

/** A project as the panel needs it. */
interface Project {
  item_id: string
  item_name: string
  item_domain: string
  item_description: string
  visibility: 'public' | 'password' | 'members'
}

function Section({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <section style={stack}>
      <div>
        <h2 style={heading}>{title}</h2>
        {help && <p style={remark}>{help}</p>}
      </div>
      {children}
    </section>
  )
}

function ColorInput({ color, onColor }: { color: string; onColor: (color: string) => void }) {
  const { t } = useTranslation('docs-site')
  const { id } = useFieldProps()
  const isColor = /^#[\da-f]{6}$/i.test(color)
  return (
    <div className={styles.row}>
      <input
        type="color"
        aria-label={t('field.pickColor')}
        aria-describedby={id}
        value={isColor ? color : ownColor}
        onChange={(event) => onColor(event.target.value)}
      />
      <TextInput
        name="color"
        value={color}
        onValue={onColor}
        placeholder={ownColor}
        maxLength={7}
        mono
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
}

/** The logo: it is stored as soon as it has been chosen. */
function LogoField({
  item_id,
  logo_url,
  onLogo,
}: {
  item_id: string
  logo_url: string
  onLogo: (logo_url: string) => void
}) {
  const { t } = useTranslation('docs-site')
  const inputId = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const run = async (action: () => Promise<string>) => {
    setBusy(true)
    setError(undefined)
    try {
      onLogo(await action())
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const upload = (file: File | undefined) => {
    if (!file) return
    const problem = checkImage(file)
    if (problem === 'notAnImage') return setError(localized(() => i18next.t('docs-site:logo.notAnImage')))
    void run(async () => (await api.docsSite.uploadLogo({ item_id, file }, uploadOptions())).logo_url)
  }
  const remove = () =>
    run(async () => {
      await api.docsSite.removeLogo({ item_id })
      return ''
    })
  return (
    <Field label={t('field.logo')} optional help={t('field.logoHelp')} error={error?.text}>
      <div className={styles.row}>
        <span className={styles.logo}>
          {logo_url === '' ? t('logo.none') : <img src={href(logo_url)} alt={t('logo.alt')} />}
        </span>
        <input
          id={inputId}
          type="file"
          accept={imageTypes}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('field.logo')}
          onChange={(event) => {
            upload(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button busy={busy} onClick={() => document.getElementById(inputId)?.click()}>
          {t(logo_url === '' ? 'logo.upload' : 'logo.replace')}
        </Button>
        {logo_url !== '' && (
          <Button variant="ghost" disabled={busy} onClick={() => void remove()}>
            {t('logo.remove')}
          </Button>
        )}
      </div>
    </Field>
  )
}

/** A page that can be the home page. */
interface PageOption {
  value: string
  label: string
  hint?: string
}

function Form({ project, first, pages }: { project: Project; first: DocsSettings; pages: readonly PageOption[] }) {
  const { item_id } = project
  const { t } = useTranslation('docs-site')
  const [settings, setSettings] = useState(first)
  const [form, setForm] = useState(() => formOf(first))
  const [errors, setErrors] = useState<Partial<Record<keyof DocsForm | 'form', LocalizedText>>>({})
  const [busy, setBusy] = useState(false)
  const stored = formOf(settings)
  const changes = changesOf(form, stored)
  const isDirty = Object.keys(changes).length > 0
  useEffect(
    () => registerUnsaved('docs-site', () => (isDirty ? { title: t('title'), text: form.site_name } : undefined)),
    [isDirty, form, t],
  )
  const change = (part: Partial<DocsForm>) => {
    setForm((now) => ({ ...now, ...part }))
    setErrors({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isDirty) return
    if (form.links.some(({ title, url }) => title.trim() === '' || url.trim() === ''))
      return setErrors({ links: localized(() => i18next.t('docs-site:field.linkNeeded')) })
    setBusy(true)
    setErrors({})
    try {
      const { links, ...rest } = changes
      const saved = await api.docsSite.save({ item_id, ...rest, ...(links && { links: JSON.stringify(links) }) })
      setSettings(saved)
      // what was typed while it was being saved stays
      setForm((now) => ({ ...formOf(saved), ...changesOf(now, form) }))
      toast.ok(localized(() => i18next.t('docs-site:saved')))
    } catch (failure) {
      const field = failure instanceof ApiError ? fieldOf(failure.errorName) : undefined
      setErrors({ [field ?? 'form']: errorText(failure) })
    } finally {
      setBusy(false)
    }
  }
  const name = form.site_name || project.item_name
  const [host] = settings.hosts
  const { protocol, port } = window.location
  const address = host ? `${protocol}//${host}${port ? `:${port}` : ''}${href('/')}` : href(itemPath(project))
  return (
    <form style={sections} noValidate onSubmit={(event) => void submit(event)}>
      <Section title={t('title')} help={t('about')}>
        <Switch
          label={t('field.on')}
          help={t('field.onHelp')}
          checked={form.is_on}
          onChecked={(is_on) => change({ is_on })}
        />
        {settings.is_on && (
          <p style={remark}>
            {t('address')} <a href={address}>{address}</a>
          </p>
        )}
        {form.is_on && project.visibility !== 'public' && <Banner>{t(`visibility.${project.visibility}`)}</Banner>}
        {settings.is_on && project.visibility === 'public' && !settings.is_listed && <Banner>{t('notListed')}</Banner>}
      </Section>
      <Section title={t('section.style')}>
        <Field label={t('field.name')} optional help={t('field.nameHelp')}>
          <TextInput
            name="site_name"
            value={form.site_name}
            onValue={(site_name) => change({ site_name })}
            placeholder={project.item_name}
            maxLength={100}
            autoComplete="off"
          />
        </Field>
        <Field label={t('field.description')} optional help={t('field.descriptionHelp')}>
          <Textarea
            rows={2}
            value={form.site_description}
            onValue={(site_description) => change({ site_description })}
            placeholder={project.item_description}
            maxLength={500}
          />
        </Field>
        <LogoField
          item_id={item_id}
          logo_url={settings.logo_url}
          onLogo={(logo_url) => setSettings((now) => ({ ...now, logo_url }))}
        />
        <Field label={t('field.color')} optional help={t('field.colorHelp')} error={errors.color?.text}>
          <ColorInput color={form.color} onColor={(color) => change({ color })} />
        </Field>
        <LinkFields links={form.links} onLinks={(links) => change({ links })} error={errors.links?.text} />
        <SitePreview name={name} logo_url={settings.logo_url} color={form.color} version_name={form.version_name} />
      </Section>
      <Section title={t('section.address')}>
        <Field label={t('field.home')} optional help={t('field.homeHelp')} error={errors.home_page_id?.text}>
          <Combobox
            options={pages}
            value={form.home_page_id === '0' ? null : form.home_page_id}
            onValue={(page_id) => change({ home_page_id: page_id ?? '0' })}
            placeholder={t('field.homeFirst')}
          />
        </Field>
        <Field
          label={t('field.hosts')}
          optional
          help={t(settings.may_add_hosts ? 'field.hostsHelp' : 'field.hostsAdmin')}
          error={errors.hosts?.text}
        >
          <Textarea
            rows={2}
            value={form.hosts}
            onValue={(hosts) => change({ hosts })}
            placeholder="docs.example.com"
            readOnly={!settings.may_add_hosts && settings.hosts.length === 0}
            maxLength={2000}
            spellCheck={false}
            autoCapitalize="off"
          />
        </Field>
      </Section>
      <Section title={t('versions.title')} help={t('versions.about')}>
        <Field label={t('field.version')} optional help={t('field.versionHelp')}>
          <TextInput
            name="version_name"
            value={form.version_name}
            onValue={(version_name) => change({ version_name })}
            placeholder="v1"
            maxLength={50}
            autoComplete="off"
          />
        </Field>
        <Versions
          item_id={item_id}
          settings={settings}
          onChanged={() => void api.docsSite.detail({ item_id }).then(setSettings)}
        />
      </Section>
      {errors.form && <Banner tone="danger">{errors.form.text}</Banner>}
      <div>
        <Button type="submit" variant="primary" busy={busy} disabled={!isDirty}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

/** Returns the pages of a project as options, each with its folders. */
async function readPages(item_id: string, signal: AbortSignal): Promise<PageOption[]> {
  const { menu } = await api.item.info({ item_id }, { signal })
  return listPages(buildTree(menu)).map((page) => {
    const folders = catalogsAbove(page).map(({ title }) => title)
    return { value: page.id, label: page.title, ...(folders.length > 0 && { hint: folders.join(' / ') }) }
  })
}

/** The settings of a project as a docs site of its own: switch, name, logo, colour, home page, hosts, versions. */
export function DocsSitePanel({ project, isArchived }: { project: Project; isArchived: boolean }) {
  const { t } = useTranslation('docs-site')
  const { item_id } = project
  const [result, again] = useFetch(item_id, async (signal) => {
    const [settings, pages] = await Promise.all([
      api.docsSite.detail({ item_id }, { signal }),
      readPages(item_id, signal),
    ])
    return { settings, pages }
  })
  return (
    <QueryBoundary result={result} onRetry={again} failed={t('failed')} waiting={<SkeletonText lines={6} />}>
      {({ settings, pages }) => (
        <fieldset disabled={isArchived} style={{ minWidth: 0 }}>
          <Form project={project} first={settings} pages={pages} />
        </fieldset>
      )}
    </QueryBoundary>
  )
}
