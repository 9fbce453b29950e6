import type { GuideTexts } from './chapters.ts'
import administration from './guide/en/administration.md'
import apiPages from './guide/en/api-pages.md'
import attachments from './guide/en/attachments.md'
import catalogs from './guide/en/catalogs.md'
import directory from './guide/en/directory.md'
import history from './guide/en/history.md'
import importExport from './guide/en/import-export.md'
import items from './guide/en/items.md'
import keys from './guide/en/keys.md'
import mail from './guide/en/mail.md'
import members from './guide/en/members.md'
import openApi from './guide/en/open-api.md'
import operation from './guide/en/operation.md'
import pages from './guide/en/pages.md'
import saml from './guide/en/saml.md'
import sharing from './guide/en/sharing.md'
import showdoc from './guide/en/showdoc.md'
import singleSignOn from './guide/en/single-sign-on.md'
import spreadsheets from './guide/en/spreadsheets.md'
import standby from './guide/en/standby.md'
import start from './guide/en/start.md'
import storage from './guide/en/storage.md'
import writing from './guide/en/writing.md'

/** The chapters of the guide in English. */
export const texts: GuideTexts = {
  start,
  items,
  pages,
  writing,
  'api-pages': apiPages,
  spreadsheets,
  catalogs,
  sharing,
  members,
  history,
  attachments,
  'import-export': importExport,
  showdoc,
  'open-api': openApi,
  keys,
  administration,
  directory,
  'single-sign-on': singleSignOn,
  saml,
  mail,
  operation,
  storage,
  standby,
}
