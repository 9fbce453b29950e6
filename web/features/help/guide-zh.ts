import type { GuideTexts } from './chapters.ts'
import administration from './guide/zh/administration.md'
import apiPages from './guide/zh/api-pages.md'
import attachments from './guide/zh/attachments.md'
import catalogs from './guide/zh/catalogs.md'
import directory from './guide/zh/directory.md'
import history from './guide/zh/history.md'
import importExport from './guide/zh/import-export.md'
import items from './guide/zh/items.md'
import keys from './guide/zh/keys.md'
import mail from './guide/zh/mail.md'
import members from './guide/zh/members.md'
import openApi from './guide/zh/open-api.md'
import operation from './guide/zh/operation.md'
import pages from './guide/zh/pages.md'
import saml from './guide/zh/saml.md'
import sharing from './guide/zh/sharing.md'
import showdoc from './guide/zh/showdoc.md'
import singleSignOn from './guide/zh/single-sign-on.md'
import spreadsheets from './guide/zh/spreadsheets.md'
import standby from './guide/zh/standby.md'
import start from './guide/zh/start.md'
import storage from './guide/zh/storage.md'
import writing from './guide/zh/writing.md'

/** The chapters of the guide in Chinese. */
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
