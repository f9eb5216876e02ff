{{/*
Names of settings are only in this file. docs/operating.md describes them, and deploy/deploy.test.ts checks that each one exists.
*/}}

{{/* Settings of every server. */}}
{{- define "lessonwright.serverSettings" -}}
HOST: 0.0.0.0
PORT: {{ include "lessonwright.port" . | quote }}
LESSONWRIGHT_PUBLIC_URL: {{ .Values.publicUrl | quote }}
LESSONWRIGHT_APPLICATIONS_PORT: {{ include "lessonwright.applicationsPort" . | quote }}
LESSONWRIGHT_APPLICATIONS_URL: {{ .Values.applicationsUrl | quote }}
LESSONWRIGHT_TRUSTED_PROXIES: {{ .Values.trustedProxies | quote }}
LESSONWRIGHT_LOCAL_RUNNER: '0'
LESSONWRIGHT_DATA: /data/server
{{- if .Values.database.external }}
DATABASE_URL_FILE: {{ include "lessonwright.secretFolder" . }}/database-url
{{- end }}
{{- with .Values.s3 }}
{{- if .bucket }}
LESSONWRIGHT_S3_BUCKET: {{ .bucket | quote }}
LESSONWRIGHT_S3_REGION: {{ .region | quote }}
{{- with .endpoint }}
LESSONWRIGHT_S3_ENDPOINT: {{ . | quote }}
{{- end }}
{{- if .keys }}
LESSONWRIGHT_S3_SECRET_FILE: {{ include "lessonwright.secretFolder" $ }}/s3-secret
{{- end }}
{{- end }}
{{- end }}
LESSONWRIGHT_RUNNERS_TOKEN_FILE: {{ include "lessonwright.secretFolder" . }}/runner-token
{{- if .Values.metrics.enabled }}
LESSONWRIGHT_METRICS_PORT: {{ .Values.metrics.port | quote }}
LESSONWRIGHT_METRICS_HOST: 0.0.0.0
{{- end }}
{{- range $name, $key := .Values.secretFiles }}
{{ $name }}: {{ include "lessonwright.secretFolder" $ }}/{{ $key }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* Keys of the secret that servers read as files. */}}
{{- define "lessonwright.serverSecretKeys" -}}
{{- $keys := list "runner-token" }}
{{- if .Values.database.external }}{{ $keys = append $keys "database-url" }}{{ end }}
{{- if and .Values.s3.bucket .Values.s3.keys }}{{ $keys = append $keys "s3-secret" }}{{ end }}
{{- range .Values.secretFiles }}{{ $keys = append $keys . }}{{ end }}
{{- $keys | uniq | sortAlpha | toJson }}
{{- end }}

{{/* Environment of one server. Takes a list of the root and the role: all, web or git. */}}
{{- define "lessonwright.serverEnvironment" -}}
{{- $root := first . }}{{ $role := last . }}
{{- if ne $role "all" }}
- name: LESSONWRIGHT_ROLE
  value: {{ $role }}
{{- end }}
{{- if and $root.Values.s3.bucket $root.Values.s3.keys }}
- name: LESSONWRIGHT_S3_ACCESS_KEY
  valueFrom: { secretKeyRef: { name: {{ $root.Values.secret }}, key: s3-access-key } }
{{- end }}
{{- end }}

{{/* Environment of the runner. */}}
{{- define "lessonwright.runnerEnvironment" -}}
- name: LESSONWRIGHT_RUNNER_HOST
  value: 0.0.0.0
- name: LESSONWRIGHT_RUNNER_PORT
  value: {{ include "lessonwright.runnerPort" . | quote }}
- name: LESSONWRIGHT_RUNNER_FOLDER
  value: /data/runner
- name: LESSONWRIGHT_RUNNER_TOKEN_FILE
  value: {{ include "lessonwright.secretFolder" . }}/runner-token
- name: LESSONWRIGHT_RUNNER_CAPACITY
  value: {{ .Values.runner.capacity | quote }}
# The limit of the container, in MB.
- name: LESSONWRIGHT_RUNNER_MEMORY_MB
  valueFrom: { resourceFieldRef: { containerName: runner, resource: limits.memory, divisor: 1Mi } }
- name: LESSONWRIGHT_RUNNER_DRAIN_SECONDS
  value: {{ .Values.runner.drainSeconds | quote }}
- name: LESSONWRIGHT_RUNNER_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: POD_ADDRESS
  valueFrom: { fieldRef: { fieldPath: status.podIP } }
- name: LESSONWRIGHT_RUNNER_URL
  value: http://$(POD_ADDRESS):{{ include "lessonwright.runnerPort" . }}
- name: LESSONWRIGHT_RUNNER_SERVER
  value: http://{{ include "lessonwright.fullname" . }}-{{ include "lessonwright.front" . }}:{{ include "lessonwright.port" . }}
{{- range $name, $value := .Values.runner.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* Public paths of the server for probes, and names of its metrics. */}}
{{- define "lessonwright.livePath" }}/api/health{{ end }}
{{- define "lessonwright.readyPath" }}/api/ready{{ end }}
{{- define "lessonwright.waitingMetric" }}lessonwright_runs_waiting{{ end }}
{{- define "lessonwright.runningMetric" }}lessonwright_runs_running{{ end }}
