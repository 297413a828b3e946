#!/bin/sh
# Removes Jobs of Kubernetes and their pods.
exec kubectl ${SEXTANT_NAMESPACE:+--namespace "$SEXTANT_NAMESPACE"} delete job "$@" --ignore-not-found --wait=false
