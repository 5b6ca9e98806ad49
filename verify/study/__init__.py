"""What planning a study or estimating from data needs: bounds, worst risks, estimates with error bars."""
