package ingest

import (
	"slices"

	"github.com/vitrine-photos/vitrine"
)

// stepWeight returns a step's share of the work on an upload, in percent.
func stepWeight(name vitrine.StepName) int {
	switch name {
	case vitrine.StepThumbnails:
		return 40
	case vitrine.StepOptimization:
		return 45
	case vitrine.StepEXIF:
		return 10
	default:
		return 5
	}
}

// percent returns how much of the work is done when the steps stand like this.
func percent(steps []vitrine.Step) int {
	done := 0
	for _, s := range steps {
		if s.Status == vitrine.StepCompleted || s.Status == vitrine.StepSkipped {
			done += stepWeight(s.Name)
		}
	}
	return done
}

// stepsToMake returns the steps of a run that is about to begin: reading the
// metadata, then making the renditions. Steps with nothing to make are skipped.
func stepsToMake(names []vitrine.RenditionName) []vitrine.Step {
	steps := vitrine.NewSteps()
	for i := range steps {
		switch s := &steps[i]; s.Name {
		case vitrine.StepEXIF:
			s.Status = vitrine.StepProcessing
		case vitrine.StepThumbnails:
			s.Status = pendingIf(slices.ContainsFunc(names, isThumb))
		case vitrine.StepOptimization:
			s.Status = pendingIf(!allThumbs(names))
		}
	}
	return steps
}

func pendingIf(needed bool) vitrine.StepStatus {
	if needed {
		return vitrine.StepPending
	}
	return vitrine.StepSkipped
}

func allThumbs(names []vitrine.RenditionName) bool {
	return !slices.ContainsFunc(names, func(n vitrine.RenditionName) bool { return !isThumb(n) })
}

// finishStep completes the step at work and begins the next one that is not
// skipped. It returns a new slice.
func finishStep(steps []vitrine.Step) []vitrine.Step {
	steps = slices.Clone(steps)
	for i := range steps {
		if steps[i].Status == vitrine.StepProcessing {
			steps[i].Status = vitrine.StepCompleted
			break
		}
	}
	for i := range steps {
		if steps[i].Status == vitrine.StepPending {
			steps[i].Status = vitrine.StepProcessing
			break
		}
	}
	return steps
}

// finishSteps completes all steps that are not skipped. It returns a new slice.
func finishSteps(steps []vitrine.Step) []vitrine.Step {
	steps = slices.Clone(steps)
	for i := range steps {
		if steps[i].Status != vitrine.StepSkipped {
			steps[i].Status = vitrine.StepCompleted
		}
	}
	return steps
}

// failStep marks the step at work as failed. It returns a new slice.
func failStep(steps []vitrine.Step) []vitrine.Step {
	steps = slices.Clone(steps)
	for i := range steps {
		if s := steps[i].Status; s == vitrine.StepProcessing || s == vitrine.StepPending {
			steps[i].Status = vitrine.StepFailed
			break
		}
	}
	return steps
}
