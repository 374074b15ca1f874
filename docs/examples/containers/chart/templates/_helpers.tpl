{{- define "ferry.selector" -}}
app.kubernetes.io/name: ferry-service
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "ferry.labels" -}}
{{ include "ferry.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.Version | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "ferry.name" -}}
{{ printf "%s-ferry-service" .Release.Name | trunc 63 | trimSuffix "-" }}
{{- end }}
