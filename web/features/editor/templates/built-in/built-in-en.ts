import type { BuiltIn } from './template-text.ts'

const api = `
##### Description

- Registers a new user

##### Request URL

- \`https://api.example.com/v1/users\`

##### Method

- POST

##### Parameters

| Name | Required | Type | Description |
| :--- | :--- | :--- | :--- |
| username | yes | string | 3 to 30 letters or digits, unique |
| password | yes | string | At least 10 characters |
| email | no | string | Where notices are sent |

##### Response example

\`\`\`json
{
  "error_code": 0,
  "data": {
    "uid": 1024,
    "username": "ann",
    "created_at": "2026-01-31 09:30:00"
  }
}
\`\`\`

##### Response fields

| Name | Type | Description |
| :--- | :--- | :--- |
| error_code | integer | 0 on success; see the page of error codes |
| data.uid | integer | Number of the new user |
| data.username | string | Name that was registered |
| data.created_at | string | When, in the time zone of the server |

##### Notes

- A username that is already taken is refused with code 10201.
- Limited to 5 calls a minute from one address.
`

const dictionary = `
- **user**: everyone who can sign in. One row per account; rows are never deleted, only disabled.

| Field | Type | Nullable | Default | Description |
| :--- | :--- | :--- | :--- | :--- |
| uid | bigint | no | | ID, auto-increment |
| username | varchar(30) | no | | Name to sign in with, unique |
| email | varchar(120) | yes | NULL | Where notices are sent |
| state | tinyint | no | 1 | 1 active, 2 disabled |
| created_at | datetime | no | now | When the account was created |

**Indexes**

| Name | Fields | Unique | Purpose |
| :--- | :--- | :--- | :--- |
| PRIMARY | uid | yes | |
| idx_username | username | yes | Sign-in |
| idx_created_at | created_at | no | List of new accounts |

- Note: \`order.uid\` refers to \`user.uid\`.
`

const meeting = `
## Meeting: subject

| | |
| --- | --- |
| **When** | 2026-01-31, 10:00–10:45 |
| **Where** | Room 3 / link |
| **Attendees** | |
| **Absent** | |
| **Notes by** | |

### Agenda

1. First point
2. Second point

### Discussion

#### 1. First point

- 

#### 2. Second point

- 

### Decisions

| No. | Decision | Reason |
| --- | --- | --- |
| 1 | | |

### Action items

- [ ] Task — owner — due date
- [ ] Task — owner — due date

### Open questions

- 

Next meeting: date, time
`

const changelog = `
# Changelog

What changes for the people who use it, newest first. Versions follow *major.minor.patch*: the first number rises when something must be adapted.

## Unreleased

## 1.1.0 — 2026-02-14

### New

- Orders can be filtered by state.

### Changed

- Lists hold 50 rows instead of 20.

### Fixed

- A discount of 0 no longer counts as none.

### Deprecated

- \`GET /v1/order/list\` is removed in 2.0.0. Use \`GET /v1/orders\`.

> [!WARNING]
> Before updating: run the migration \`0012\`. It takes about a minute for a million orders.

## 1.0.0 — 2026-01-10

- First release.
`

const errors = `
# Error codes

Every answer has \`error_code\`. 0 is success; anything else comes with \`error_message\`, which may be shown to people, and \`request_id\`, which finds the request in the log.

\`\`\`json
{
  "error_code": 10201,
  "error_message": "This name is taken.",
  "request_id": "9f1c2b7a"
}
\`\`\`

## Code ranges

| Range | Used for |
| --- | --- |
| 10000–10099 | the request itself |
| 10100–10199 | sign-in and rights |
| 10200–10299 | accounts |
| 20000–29999 | each service, a hundred for each |

## Codes

| Code | HTTP | Name | Meaning | What to do |
| --- | --- | --- | --- | --- |
| 10001 | 400 | bad_parameter | A field is missing or wrong; \`field\` names it | Correct the field |
| 10002 | 429 | too_many_requests | The limit of calls is reached | Wait for \`Retry-After\` seconds |
| 10101 | 401 | not_signed_in | No token, or it has ended | Sign in again |
| 10102 | 403 | no_right | The account may not do this | Ask the owner of the item |
| 10201 | 409 | name_taken | Another account has this name | Choose another one |
| 10500 | 500 | internal | Server error | Try once more, then tell us the \`request_id\` |
`

const deployment = `
# Deployment of *service*

| | |
| --- | --- |
| **Owner** | |
| **Code** | repository, branch |
| **Where it runs** | hosts, cluster, address |
| **Last checked** | date, by whom |

## Requirements

| Component | Minimum | Notes |
| --- | --- | --- |
| Machine | 2 cores, 4 GB, 20 GB disk | |
| Database | | Version, name, who may reach it |
| Ports | 8080 inside, 443 outside | |
| Secrets | | Where they are kept; never in this page |

## Settings

| Name | Example | Description |
| --- | --- | --- |
| \`PORT\` | 8080 | Where it listens |
| \`DATABASE_URL\` | | How it reaches the database |
| \`LOG_LEVEL\` | info | |

## First installation

1. Make the database and its user.
2. Copy the settings and fill them in.
3. Start it:

   \`\`\`bash
   docker run -d --name service --env-file service.env -p 8080:8080 registry.example.com/service:1.4.0
   \`\`\`

4. Check that \`https://service.example.com/healthz\` answers 200.

## Update

- [ ] Read the changelog between the two versions
- [ ] Make a backup, and see that it can be read
- [ ] Start the new version beside the old one
- [ ] Check health, errors in the log, one order from end to end
- [ ] Tell the team

## Rollback

1. Start the former version again: \`service:1.3.2\`.
2. If the database was migrated: put the backup of step 2 back. What was entered since is lost; say so first.

## Backup

| Data | Schedule | Location | Retention |
| --- | --- | --- | --- |
| Database | daily, 02:00 | | 30 days |

## Troubleshooting

| Symptom | Check | Action |
| --- | --- | --- |
| 502 from the proxy | Is the process there? | Start it; read the last 100 lines of the log |
| Slow answers | Connections of the database | |
| Disk full | Log folder | |
`

const requirement = `
# Requirement: name

| | |
| --- | --- |
| **Status** | draft · agreed · in progress · done |
| **Requested by** | |
| **Built by** | |
| **Due** | date |

## Background

Who has which problem today, how often, and what it costs.

## Goals

- What can be measured, now and then: *Orders entered by hand: 40 a day → below 5*

## Out of scope

- 

## User stories

| As | I want to | so that |
| --- | --- | --- |
| clerk | see open orders first | none waits longer than a day |

## Functions

### 1. First function

What the person does, what they see, what happens.

**Accepted when**

- [ ] Given … when … then …
- [ ] With wrong input: …
- [ ] Without the right to it: …

## Other requirements

| | |
| --- | --- |
| Speed | List of 10,000 orders in less than 1 s |
| Rights | Who may see, change, delete |
| Data | What is kept, for how long |
| Languages, devices | |

## Questions

| Question | Owner | Answer |
| --- | --- | --- |
| | | |

## Change history

| Date | Author | Change |
| --- | --- | --- |
| | | First draft |
`

const testPlan = `
# Test plan: name, version

| | |
| --- | --- |
| **Scope** | functions, version, build |
| **Out of scope** | |
| **Environment** | address, data, accounts |
| **Dates** | |
| **Testers** | |

## Entry and exit criteria

- Start when: the build is installed, the test data is there.
- Finish when: all priority 1 cases have passed, and no severity 1 or 2 defect is open.

## Cases

| No. | Priority | Precondition | Steps | Expected | Result |
| --- | --- | --- | --- | --- | --- |
| 1 | 1 | Signed in as clerk | Enter an order with one article, save | Order is in the list, state *open* | |
| 2 | 1 | | Save without an article | Error at the field, nothing saved | |
| 3 | 2 | Signed in as reader | Open the address of the form | *No right*, way back to the list | |

Result: passed · failed (defect number) · blocked.

## Devices and browsers

- [ ] Chrome, newest
- [ ] Firefox, newest
- [ ] Safari, iPhone
- [ ] Keyboard alone, screen reader

## Defects

| No. | Severity | Description | Case | Status |
| --- | --- | --- | --- | --- |
| | | | | |

Severity: 1 data lost or nobody can work · 2 a function does not work · 3 it works in another way · 4 looks.

## Risks

| Risk | Likelihood | Mitigation |
| --- | --- | --- |
| | | |

## Conclusion

*To be filled in at the end: may it be released, with which known faults, and who says so.*
`

const manual = `
# Name

One sentence: what it is, and for whom.

[TOC]

## Features

- First
- Second

## Before you begin

| You need | Where from |
| --- | --- |
| An account | Ask … |
| Version 3.11 or newer | \`name --version\` |

## Quick start

1. Install it:

   \`\`\`bash
   curl -fsSL https://example.com/install.sh | sh
   \`\`\`

2. Make your first …:

   \`\`\`bash
   name new demo
   \`\`\`

3. Look at it: <http://localhost:3000>

> [!TIP]
> See *How to* for the next steps.

## How to

### do the first thing

1. 
2. 

### do the second thing

1. 
2. 

## Settings

| Name | Default | Description |
| --- | --- | --- |
| | | |

## Questions that come up

**It does not start: “port in use”.**
Another program has the port. Choose one with \`--port 3001\`.

**Where is my data?**
In …; keep a copy of this folder.

## Help

- Faults and wishes: 
- People: 
`

const decision = `
# Decision: subject

| | |
| --- | --- |
| **State** | proposed · agreed · replaced by … |
| **Date** | 2026-01-31 |
| **Decided by** | |

## What made us decide

What is there today, what hurts, what limits us.

## Ways that we looked at

| | A: name | B: name | C: leave it |
| --- | --- | --- | --- |
| Work until it runs | | | none |
| Running cost | | | |
| Risk | | | |
| Way back | | | |

## What we do

We choose …, because …

## What follows from it

- Becomes easier: 
- Becomes harder: 
- Is to be done next: 

## When we look at it again

When …, or on *date*.
`

/** The built-in templates in English. */
export const builtInEn: readonly BuiltIn[] = [
  { id: 'api', title: 'API description', content: api },
  { id: 'dictionary', title: 'Data dictionary', content: dictionary },
  { id: 'errors', title: 'Error codes', content: errors },
  { id: 'manual', title: 'Manual', content: manual },
  { id: 'requirement', title: 'Requirement', content: requirement },
  { id: 'decision', title: 'Technical decision', content: decision },
  { id: 'testPlan', title: 'Test plan', content: testPlan },
  { id: 'deployment', title: 'Deployment manual', content: deployment },
  { id: 'changelog', title: 'Changelog', content: changelog },
  { id: 'meeting', title: 'Meeting notes', content: meeting },
]
