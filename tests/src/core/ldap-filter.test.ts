import { expect, test } from 'vitest'
import { isLdapFilter } from '#src/core/ldap-filter.ts'

test.each([
  '(cn=*)',
  'cn=*',
  '(uid=%(user)s)',
  ' (&(objectClass=person)(|(uid=%(user)s)(mail=%(user)s@example.com))) ',
  '(& (objectClass=person) (!(memberOf=cn=ended,dc=example,dc=com)) )',
  String.raw`(&(objectCategory=person)(!(userAccountControl:1.2.840.113556.1.4.803:=2))(cn=Lin \28Ops\29*))`,
  '(memberOf:1.2.840.113556.1.4.1941:=cn=docs,dc=example,dc=com)',
  '(&(age>=18)(age<=80)(cn~=lin)(:dn:caseExactMatch:=x)(cn=))',
  '(&)',
])('%s is a filter', (filter) => expect(isLdapFilter(filter)).toBe(true))

test.each([
  '(',
  ')',
  '(((',
  '()',
  '(cn=*',
  '(cn=*))',
  '(cn)',
  '(=x)',
  '(&(objectClass=person)(uid=%(user)s)',
  '(&(objectClass=person)(uid=%(user)s)))',
  '(objectClass=person)(uid=%(user)s)',
  '(!(cn=a)(cn=b))',
  '(&(cn=a)cn=b)',
  '(cn=a(b)c)',
  String.raw`(cn=a\)`,
  '&(cn=a)(cn=b',
])('%s is none', (filter) => expect(isLdapFilter(filter)).toBe(false))
