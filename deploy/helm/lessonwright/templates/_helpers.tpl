{{- define "lessonwright.port" }}3000{{ end }}
{{- define "lessonwright.applicationsPort" }}3001{{ end }}
{{- define "lessonwright.runnerPort" }}7070{{ end }}
{{- define "lessonwright.secretFolder" }}/run/secrets/lessonwright{{ end }}

{{/* The component that people and runners reach. */}}
{{- define "lessonwright.front" }}{{ ternary "server" "web" (eq .Values.mode "single") }}{{ end }}

{{/* The components of the servers, as JSON. */}}
{{- define "lessonwright.servers" }}{{ ternary (list "server") (list "web" "git") (eq .Values.mode "single") | toJson }}{{ end }}

{{- define "lessonwright.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Takes a list of the root and the component. */}}
{{- define "lessonwright.selector" -}}
{{- $root := first . -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ last . }}
{{- end }}

{{- define "lessonwright.labels" -}}
{{- $root := first . -}}
{{ include "lessonwright.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ $root.Chart.Name }}-{{ $root.Chart.Version }}
{{- end }}

{{/* Takes a list of the root and server or runner. */}}
{{- define "lessonwright.image" -}}
{{- $root := first . -}}
{{- with index $root.Values.images (last .) -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $root.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* What all pods have in common. Takes a list of the root and the component. */}}
{{- define "lessonwright.podCommon" -}}
{{- $root := first . }}{{ $component := last . -}}
serviceAccountName: {{ include "lessonwright.fullname" $root }}-{{ $component }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $root.Values.affinity }}
affinity: {{ toJson . }}
{{- end }}
{{- with $root.Values.images.pullSecrets }}
imagePullSecrets: {{ range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{- define "lessonwright.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { {{ include "lessonwright.selector" . | replace "\n" ", " }} } }
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { {{ include "lessonwright.selector" . | replace "\n" ", " }} } }
{{- end }}

{{/* A server pod. Takes a dictionary: root, component, role, resources. */}}
{{- define "lessonwright.serverPod" -}}
{{- $root := .root }}{{ $both := list .root .component -}}
metadata:
  labels:
    {{- include "lessonwright.labels" $both | nindent 4 }}
    {{- with $root.Values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  annotations:
    # New settings restart the pods.
    checksum/settings: {{ include "lessonwright.serverSettings" $root | sha256sum }}
    {{- with $root.Values.podAnnotations }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  {{- include "lessonwright.podCommon" $both | nindent 2 }}
  # The server gives jobs back and closes connections within 20 seconds.
  terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- include "lessonwright.spread" $both | nindent 2 }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector: {{ toJson . }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations: {{ toJson . }}
  {{- end }}
  containers:
    - name: server
      image: {{ include "lessonwright.image" (list $root "server") }}
      imagePullPolicy: {{ $root.Values.images.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      envFrom:
        - configMapRef: { name: {{ include "lessonwright.fullname" $root }}-server }
      env:
        {{- include "lessonwright.serverEnvironment" (list $root .role) | nindent 8 }}
        {{- with $root.Values.extraEnv }}{{ toYaml . | nindent 8 }}{{ end }}
      ports:
        - { name: http, containerPort: {{ include "lessonwright.port" $root }} }
        - { name: applications, containerPort: {{ include "lessonwright.applicationsPort" $root }} }
        {{- if $root.Values.metrics.enabled }}
        - { name: metrics, containerPort: {{ $root.Values.metrics.port }} }
        {{- end }}
      # A first start begins the repositories, and one of a new version migrates the database: ending it would begin that again.
      startupProbe:
        httpGet: { path: {{ include "lessonwright.livePath" $root }}, port: http }
        periodSeconds: 5
        failureThreshold: {{ div $root.Values.startSeconds 5 }}
      livenessProbe:
        httpGet: { path: {{ include "lessonwright.livePath" $root }}, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: {{ include "lessonwright.readyPath" $root }}, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
      lifecycle:
        # Load balancers send requests for a moment after a pod was asked to stop.
        preStop: { sleep: { seconds: 5 } }
      resources: {{ toJson .resources }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        - { name: secrets, mountPath: {{ include "lessonwright.secretFolder" $root }}, readOnly: true }
        {{- with $root.Values.extraVolumeMounts }}{{ toYaml . | nindent 8 }}{{ end }}
  volumes:
    {{- if eq .component "web" }}
    - { name: data, emptyDir: { sizeLimit: {{ index .resources.limits "ephemeral-storage" }} } }
    {{- else if .storage.existingClaim }}
    - { name: data, persistentVolumeClaim: { claimName: {{ .storage.existingClaim }} } }
    {{- end }}
    {{- with $root.Values.extraVolumes }}{{ toYaml . | nindent 4 }}{{ end }}
    - { name: tmp, emptyDir: { medium: Memory, sizeLimit: 128Mi } }
    - name: secrets
      secret:
        secretName: {{ $root.Values.secret }}
        defaultMode: 0440
        items:
          {{- range include "lessonwright.serverSecretKeys" $root | fromJsonArray }}
          - { key: {{ . }}, path: {{ . }} }
          {{- end }}
{{- end }}

{{/* A StatefulSet of servers with a volume. Takes a dictionary: root, component, role, replicas, storage, resources. */}}
{{- define "lessonwright.serverSet" -}}
{{- $root := .root }}{{ $both := list .root .component -}}
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ include "lessonwright.fullname" $root }}-{{ .component }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "lessonwright.labels" $both | nindent 4 }}
spec:
  replicas: {{ .replicas }}
  serviceName: {{ include "lessonwright.fullname" $root }}-{{ .component }}-pods
  podManagementPolicy: Parallel
  selector:
    matchLabels:
      {{- include "lessonwright.selector" $both | nindent 6 }}
  template:
    {{- include "lessonwright.serverPod" . | nindent 4 }}
  {{- if not .storage.existingClaim }}
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .storage.className }}
        storageClassName: {{ . }}
        {{- end }}
        resources: { requests: { storage: {{ .storage.size }} } }
  {{- end }}
{{- end }}
